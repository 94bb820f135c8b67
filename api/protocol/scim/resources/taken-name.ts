import { folded } from '@doorwright/crds/derive/tables.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { ScimFailure } from '../failure.ts';

/**
 * Refuses a name that differs from another one by case only: SCIM compares them without it. A deleted user whose row stays keeps the name.
 * They may be another person, whose passkeys and links the new one would get.
 */
export async function refuseTakenName(
  { sql, store }: Pick<Work, 'sql' | 'store'>,
  organization: string,
  name: string,
  own = '',
): Promise<void> {
  // Two requests with one name wait for each other: the index of the table takes both, if their case differs.
  await sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [
    `scim user ${organization}/${name.toLowerCase()}`,
  ]);
  const taken = await sql(store('user').table)
    .where({ owner: organization })
    .whereNot({ name: own })
    .whereRaw(`${folded('name')} = ${folded('?')}`, [name])
    .first('is_deleted');
  if (!taken) return;
  const why = taken.is_deleted
    ? 'A deleted user has this userName. An administrator restores or removes them.'
    : 'Another user has this userName';
  throw new ScimFailure(409, why, 'uniqueness');
}
