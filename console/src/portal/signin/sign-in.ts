import type { Answer } from '../../http/exchange.ts';
import { call } from '../call.ts';
import { callSealed } from '../credentials/call-sealed.ts';
import { type Door, queryOf } from './door.ts';

/** What somebody proves who he is with. */
export interface Proof {
  username: string;
  password?: string;
  code?: string;
  autoSignin: boolean;
}

/** What somebody says on a page that shows him as signed in; the server does nothing for another one. */
export interface Going {
  account?: string;
  consent?: boolean;
}

/** Signs in with a proof; without one with the session that the browser has. */
export function signIn(door: Door, proof: Proof | Going): Promise<Answer<string>> {
  const { type, application, organization } = door;
  const query = queryOf(door);
  const form = { type, application, organization };
  if (!('password' in proof)) return call('login', { query, body: { ...form, ...proof } });
  const { password = '', ...rest } = proof;
  return callSealed('login', { password }, { query, body: { ...form, ...rest } });
}
