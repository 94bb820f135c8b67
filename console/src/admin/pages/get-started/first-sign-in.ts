import type { Row } from '@doorwright/crds';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

type Claims = Record<string, unknown>;

export interface FirstSignIn {
  signIn: { time: string; user: string; protocol: string } | null;
  token: { time: string; user: string; scope: string; claims: Claims; idTokenClaims?: Claims } | null;
}

const everyMs = 2_000;

/** What the application reached so far. The page asks until `isDone` says that it works. */
export const useFirstSignIn = ({ owner, name }: Row, isDone: (reached: FirstSignIn) => boolean) =>
  useQuery({
    queryKey: ['first-sign-in', `${owner}/${name}`],
    queryFn: async ({ signal }) =>
      (await call<FirstSignIn>('get-first-sign-in', { query: { id: `${owner}/${name}` }, signal })).data,
    refetchInterval: ({ state: { data } }) => (data && isDone(data) ? false : everyMs),
    // People sign in in another tab, and come back.
    refetchOnWindowFocus: 'always',
  });
