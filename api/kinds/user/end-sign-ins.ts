import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { endSessions } from '../session/sessions.ts';

/**
 * Ends all sessions, tokens, half-finished sign-ins and recoveries of a user at once, on every replica. Their rows are deleted.
 * Consents stay, and so does the half-finished sign-in that sets a new password.
 */
export async function endSignIns({ owner, name, id }: Draft, { sql, store }: Work, kept = ''): Promise<void> {
  await endSessions(sql, { owner, user: name as string });
  await sql(store('artifact').table).where('account_id', String(id)).whereNot('model', 'Consent').delete();
  await sql(store('token').table).where({ organization: owner, user: name }).delete();
  await sql(store('sign-in-attempt').table).where({ owner, user: name }).whereNot({ id: kept }).delete();
  announceWhenCommitted(sql, 'user', `${owner}/${name}`);
}
