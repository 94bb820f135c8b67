import type { SyncDeps } from '../deps.ts';

/** Keys in one question to the database. */
const batch = 5_000;

/** The entries of a directory, among these, that are users of an organization. */
export async function existingKeys(
  { db, store }: SyncDeps,
  owner: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < keys.length; at += batch) {
    const rows = await db(store('user').table)
      .where({ owner })
      .whereNot('ldap', '')
      .whereIn('ldap', keys.slice(at, at + batch))
      .select('ldap');
    for (const { ldap } of rows) found.add(ldap);
  }
  return found;
}
