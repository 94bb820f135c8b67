import type { Work } from '../../core/objects/rules/kind-hooks.ts';

/** The names of a user's groups, with the groups that contain them. A disabled group has no members. */
export async function groupNamesOf(
  { owner, name }: { owner: string; name: string },
  { sql, store }: Pick<Work, 'sql' | 'store'>,
): Promise<string[]> {
  const { table } = store('group');
  // UNION leaves out what was found before, so a circle ends.
  const { rows } = await sql.raw(
    `WITH RECURSIVE held AS (
       SELECT name, parent_id FROM "${table}" WHERE owner = :owner AND is_enabled AND users @> CAST(:users AS jsonb)
       UNION
       SELECT g.name, g.parent_id FROM "${table}" AS g JOIN held ON g.name = held.parent_id
        WHERE g.owner = :owner AND g.is_enabled AND held.parent_id <> '')
     SELECT name FROM held ORDER BY name`,
    { owner, users: JSON.stringify([`${owner}/${name}`]) },
  );
  return rows.map((row: { name: string }) => row.name);
}
