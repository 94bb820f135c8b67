import type { Row } from '@doorwright/crds';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';
import { useStanding } from './account-rules.ts';
import type { Source } from './SourceLabel.tsx';

/** A group, role or permission of a user, with the ways by which they have it. */
export interface Access {
  kind: string;
  owner: string;
  name: string;
  displayName: string;
  isEnabled: boolean;
  via: Source[];
}

/** What a user has, for their administrators. */
export function useAccessOf(user: Row) {
  const userId = `${user.owner}/${user.name}`;
  const isAdministrator = useStanding(user) === 'administrator';
  return useQuery({
    queryKey: ['user', 'access', userId],
    queryFn: async ({ signal }) => (await call<Access[]>('get-user-access', { query: { userId }, signal })).data,
    enabled: isAdministrator,
  });
}
