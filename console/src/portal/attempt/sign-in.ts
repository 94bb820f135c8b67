import type { Answer } from '../../shared/exchange.ts';
import { call } from '../call.ts';
import { callSealed, type Secrets } from '../credentials/call-sealed.ts';
import type { Door } from './door.ts';

/**
 * Members of the login form: the proof of a method, or the answer to a question. On a page that shows a signed-in user, `account` names
 * them, and the server does nothing for another one.
 */
export type Fields = Readonly<Record<string, string | boolean>>;

/** Signs in with a proof, or else with the session that the browser has. */
export function signIn(door: Door, fields: Fields, secrets?: Secrets): Promise<Answer<string>> {
  const { target, type, application, organization, query } = door;
  const sent = { query: target.request(query), body: { type, application, organization, ...fields } };
  return secrets ? callSealed('login', secrets, sent) : call('login', sent);
}
