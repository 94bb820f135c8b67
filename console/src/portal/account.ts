import { CallError } from '../shared/exchange.ts';
import { call } from './call.ts';

/** The user who is signed in to this browser. */
export interface Account {
  owner: string;
  name: string;
  displayName: string;
  avatar: string;
}

export const idOf = ({ owner, name }: Account) => `${owner}/${name}`;

/** Without an answer, the page shows itself to a signed-out visitor, who may sign in. */
export async function readAccount(): Promise<Account | undefined> {
  try {
    return (await call<Account>('get-account')).data;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

/** Says whether a page failed because its visitor has no session. */
export const isSignedOut = (problem: unknown): boolean =>
  problem instanceof CallError && ['sign-in-first', 'session-expired'].includes(problem.code);
