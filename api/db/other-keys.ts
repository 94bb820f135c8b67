import type { Db } from './knex.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * The keys that the secrets of a database are sealed with, if we hold none of them: a server would start, and fail whoever
 * signs in. Certs are always there, and tell.
 */
export async function otherKeysOf(db: Db, box: SecretBox): Promise<string[]> {
  const rows: { sealed: string }[] = await db('certs').whereNot('private_key', '').select({ sealed: 'private_key' });
  const ids = new Set(rows.map(({ sealed }) => sealed.split(':')[1] ?? ''));
  return box.keyIds.some((id) => ids.has(id)) ? [] : [...ids];
}
