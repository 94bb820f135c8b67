import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import type { Store } from '../../../core/objects/storage/store.ts';
import type { Sql } from '../../../db/knex.ts';
import { wrong } from '../failure.ts';
import type { Condition } from '../filter/columns.ts';
import { readFilter } from '../filter/read-filter.ts';
import { columnNamed, toSql } from '../filter/to-sql.ts';
import type { Home, Keeper } from '../resources/keeper.ts';
import type { Search } from './read-search.ts';

/** The condition for the resources of one organization that a filter finds. */
export function conditionOf({ type, columns, exists }: Keeper, { organization }: Home, filter: string): Condition {
  const own: Condition = { sql: `owner = ? AND ${exists}`, bindings: [organization] };
  if (!filter) return own;
  const asked = toSql(readFilter(filter), { schema: type.schema.id, organization, columns });
  return { sql: `${own.sql} AND (${asked.sql})`, bindings: [...own.bindings, ...asked.bindings] };
}

/** The order of a list, of which the table has an index. Without a wish, it is the order of names. */
function orderOf({ type, columns }: Keeper, { sortBy, isDescending }: Search): string {
  const direction = isDescending ? 'DESC' : 'ASC';
  if (!sortBy) return `name ${direction}`;
  const column = columnNamed({ schema: type.schema.id, columns, organization: '' }, sortBy);
  if (!column || column.type === 'found' || !column.sorts)
    throw wrong('invalidValue', `Lists are not sorted by ${sortBy.slice(0, 100)}`);
  return column.sql === 'name' ? `name ${direction}` : `${column.sql} ${direction}, name ${direction}`;
}

/** One page. The keys are read first, so that a far page reads the index and only its own rows. */
export async function findRows(
  sql: Sql,
  store: Store,
  keeper: Keeper,
  search: Search,
  { sql: where, bindings }: Condition,
): Promise<Draft[]> {
  const order = orderOf(keeper, search);
  const { rows } = await sql.raw(
    `SELECT t.* FROM "${keeper.table}" AS t JOIN (
       SELECT owner, name FROM "${keeper.table}" WHERE ${where} ORDER BY ${order} OFFSET ? LIMIT ?
     ) AS page USING (owner, name) ORDER BY ${order.replaceAll(/(\w+) (ASC|DESC)/g, 't.$1 $2')}`,
    [...bindings, search.startIndex - 1, search.count] as never,
  );
  return rows.map((row: Record<string, unknown>) => store.fromRow(row as never) as Draft);
}
