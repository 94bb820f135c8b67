import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';
import { phoneSpellings } from '../../kinds/user/phone-spellings.ts';
import { wrongField } from './refuse-field.ts';

const chosen = [
  ['name', 'username-taken', 'username'],
  ['email', 'email-taken', 'email'],
] as const;

/** Until the transaction ends, nobody else signs up with a name or an address that looks like one of these. */
const lockLookAlikes = (sql: Sql, owner: string, texts: readonly string[]): Promise<unknown> =>
  sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(CAST(? AS text[])) AS key', [
    // The order is the same everywhere, so that two transactions never wait for each other.
    texts.map((text) => `joins ${owner} ${text.toLowerCase()}`).toSorted(),
  ]);

/**
 * Refuses a name or an address that differs from an existing one only in capitals, or a number that differs only in
 * a leading 0. Readers take the two for one. Administrators know their users and may give such names.
 */
export async function refuseLookAlikes(
  sql: Sql,
  { table }: Store,
  user: Pick<User, 'owner' | 'name' | 'email' | 'phone'>,
  phonePrefix: string,
): Promise<void> {
  const numbers = phoneSpellings(user.phone, phonePrefix);
  await lockLookAlikes(sql, user.owner, [user.name, user.email, numbers[0] ?? ''].filter(Boolean));
  for (const [column, code, field] of chosen) {
    if (!user[column]) continue;
    const pattern = user[column].replaceAll(/[\\%_]/g, '\\$&');
    const other = await sql(table).where('owner', user.owner).whereILike(column, pattern).first('name');
    if (other) throw wrongField(code, field);
  }
  const other =
    numbers.length > 0 && (await sql(table).where('owner', user.owner).whereIn('phone', numbers).first('name'));
  if (other) throw wrongField('phone-taken', 'phone');
}
