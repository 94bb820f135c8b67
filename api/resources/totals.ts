import type { Knex } from 'knex';

/** How many rows a query would find. */
export async function countRows(query: Knex.QueryBuilder): Promise<number> {
  const [row] = await query.count({ total: '*' });
  return Number(row?.total ?? 0);
}
