import { randomUUID } from 'node:crypto';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { ScimFailure } from '../failure.ts';

const longest = 100;

/** A name without the characters that names of objects cannot have. */
function nameFrom(displayName: string): string {
  const plain = displayName
    .replaceAll(/[/\p{Cc}\p{DI}\p{Zl}\p{Zp}]+/gu, '-')
    .slice(0, longest - 10)
    .trim();
  return /^\.*$/.test(plain) ? 'group' : plain;
}

/**
 * The name of a new group. It follows from the name for people and stays when that one changes. Two groups with one name for people would be
 * taken for each other: programs find groups by it.
 */
export async function newGroupName(
  { sql, store }: Pick<Work, 'sql' | 'store'>,
  organization: string,
  displayName: string,
): Promise<string> {
  const { table } = store('group');
  await sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`scim groups of ${organization}`]);
  const alike = await sql(table)
    .where({ owner: organization })
    .whereRaw('lower(display_name) = lower(?)', [displayName])
    .first('name');
  if (alike) throw new ScimFailure(409, 'Another group has this displayName', 'uniqueness');
  const name = nameFrom(displayName);
  const taken = await sql(table).where({ owner: organization, name }).first('name');
  return taken ? `${name}-${randomUUID().slice(0, 8)}` : name;
}
