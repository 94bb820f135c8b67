import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { type Account, isAdministrator } from '../../session/account.ts';

/** Something that failed, or that will fail unless an administrator acts. */
export interface Problem {
  /** Follows from the cause. */
  key: string;
  /** The name of its words. */
  code: string;
  tone: 'warning' | 'danger';
  params: Readonly<Record<string, string | number>>;
  /** Empty if nobody knows. */
  since: string;
  path: string;
}

interface Told {
  problems: readonly Problem[];
  digest: { isOn: boolean; email: string };
}

export const notificationsKey = ['notifications'];

const storage = 'readWarnings';

/** The problems that an administrator has not dismissed. This browser remembers which of them they have read. */
export function useNotifications(account: Account) {
  const { data, error, refetch } = useQuery({
    queryKey: notificationsKey,
    queryFn: async ({ signal }): Promise<Told> => {
      const { data, data2 } = await call<Problem[]>('get-notifications', { signal });
      return { problems: data, digest: data2 as Told['digest'] };
    },
    enabled: isAdministrator(account),
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });
  const [readKeys, setReadKeys] = useState<readonly string[]>(() => JSON.parse(localStorage.getItem(storage) ?? '[]'));
  const problems = (data?.problems ?? []).map((each) => ({ ...each, isRead: readKeys.includes(each.key) }));
  return {
    problems,
    digest: data?.digest,
    error: data ? null : error,
    retry: () => void refetch(),
    read(keys: readonly string[] = problems.map(({ key }) => key)) {
      // Forget the read marks of problems that are gone.
      const next = problems.map(({ key }) => key).filter((key) => readKeys.includes(key) || keys.includes(key));
      localStorage.setItem(storage, JSON.stringify(next));
      setReadKeys(next);
    },
  };
}

export type Notices = ReturnType<typeof useNotifications>;
