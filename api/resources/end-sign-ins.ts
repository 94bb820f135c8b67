import { endSessions } from '../accounts/sessions.ts';
import { tellWhenCommitted } from '../memory/changes.ts';
import type { Draft, Work } from './hooks.ts';

/**
 * Ends the sessions and tokens of a user at once, on every replica, and each way to a new password that somebody is on:
 * they are rows, and the rows are gone. What he agreed that applications may have stays agreed.
 */
export async function endSignIns({ owner, name, id }: Draft, { sql, store }: Work): Promise<void> {
  await endSessions(sql, { owner, user: name as string });
  await sql(store('artifact').table).where('account_id', String(id)).whereNot('model', 'Consent').delete();
  await sql(store('token').table).where({ organization: owner, user: name }).delete();
  await sql(store('sign-in-attempt').table).where({ owner, user: name }).delete();
  tellWhenCommitted(sql, 'user', `${owner}/${name}`);
}
