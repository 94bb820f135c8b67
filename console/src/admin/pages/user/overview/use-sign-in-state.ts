import type { GuessedSecret } from '@doorwright/crds/kinds/guess-count.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../http/call.ts';
import { idOf, type Whom } from './standing.ts';

/** An address of the user from which nobody may try now. */
export interface LockedNetwork {
  address: string;
  retryAfterSeconds: number;
}

interface SignInState {
  locks: { secret: GuessedSecret; retryAfterSeconds: number }[];
  networks: LockedNetwork[];
  linkRefused: { code: string; msg: string } | null;
}

export interface Lock {
  secret: GuessedSecret;
  secondsLeft: number;
}

const second = 1000;
/** A lock can begin at any time, and another administrator can end one. */
const lookAgainMs = 15 * second;

/** What keeps the user from signing in now. The longest lock counts down, and the server is asked again at its end. */
export function useSignInState(user: Whom) {
  const id = idOf(user);
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['user', 'state', id],
    queryFn: async ({ signal }) => (await call<SignInState>('get-sign-in-state', { query: { id }, signal })).data,
    refetchInterval: lookAgainMs,
    refetchOnWindowFocus: true,
  });
  const [now, setNow] = useState(() => Date.now());
  const [longest] = data?.locks ?? [];
  const end = longest ? dataUpdatedAt + longest.retryAfterSeconds * second : 0;
  useEffect(() => {
    if (end === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= end) void refetch();
    }, second);
    return () => clearInterval(timer);
  }, [end, refetch]);
  // The clock of this page stands still while no lock runs.
  const secondsLeft = Math.ceil((end - Math.max(now, dataUpdatedAt)) / second);
  const lock: Lock | undefined = longest && secondsLeft > 0 ? { secret: longest.secret, secondsLeft } : undefined;
  return { lock, networks: data?.networks ?? [], linkRefused: data?.linkRefused, isKnown: data !== undefined, error };
}
