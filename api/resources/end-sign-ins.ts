import type { Draft, Work } from './hooks.ts';

/** Ends the sessions and tokens of a user at once, on every replica: they are rows, and the rows are gone. */
export async function endSignIns({ owner, name, id }: Draft, { sql, store }: Work): Promise<void> {
  await sql(store('session').table).where({ owner, user: name }).delete();
  await sql(store('token').table).where({ organization: owner, user: name }).delete();
  await sql(store('artifact').table).where('account_id', String(id)).delete();
}
