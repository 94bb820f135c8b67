import type { Db } from './knex.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * The key ids of the database's secrets, if this server has none of these keys. It would start, and every sign-in
 * would fail. Certs always exist, so their keys show it.
 */
export async function keysOfUnreadableSecrets(db: Db, box: SecretBox): Promise<string[]> {
  const rows: { sealed: string }[] = await db('certs').whereNot('private_key', '').select({ sealed: 'private_key' });
  const ids = new Set(rows.map(({ sealed }) => sealed.split(':')[1] ?? ''));
  return box.keyIds.some((id) => ids.has(id)) ? [] : [...ids];
}
