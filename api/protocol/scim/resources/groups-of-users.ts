import { tableName } from '@doorwright/crds/derive/tables.ts';
import { group } from '@doorwright/crds/kinds/group.ts';
import type { Sql } from '../../../db/knex.ts';
import type { Doc } from '../document/normalized.ts';
import { groupType } from '../schemas/resource-types.ts';
import type { Home } from './keeper.ts';
import { locationOf } from './shown-resource.ts';

/** The groups that users belong to, by the names of the users. */
export async function groupsOfUsers(sql: Sql, home: Home, names: readonly string[]): Promise<Map<string, Doc[]>> {
  const { rows } = await sql.raw(
    `SELECT asked.name AS user_name, g.id, g.display_name, g.name
     FROM unnest(CAST(:names AS text[])) AS asked(name)
     JOIN "${tableName(group)}" AS g ON g.owner = :owner AND g.users @> to_jsonb(ARRAY[:owner || '/' || asked.name])
     ORDER BY g.name`,
    { names: names as string[], owner: home.organization },
  );
  const found = new Map<string, Doc[]>();
  for (const { user_name: user, id, display_name: display, name } of rows) {
    const entry = { value: id, $ref: locationOf(home, groupType, id), display: display || name, type: 'direct' };
    found.set(user, [...(found.get(user) ?? []), entry]);
  }
  return found;
}
