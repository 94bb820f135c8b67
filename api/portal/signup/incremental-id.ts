import type { Sql } from '../../db/knex.ts';
import type { Work } from '../../resources/hooks.ts';

/**
 * The number after that of whoever joined the organization last, and free everywhere. The lock on the organization
 * makes people who join at the same time go one after the other.
 */
export async function nextId(sql: Sql, organization: string, store: Work['store']): Promise<string> {
  await store('organization').find(sql, 'admin', organization, 'forNoKeyUpdate');
  const { table } = store('user');
  const last = await sql(table)
    .where({ owner: organization })
    .andWhereRaw(`id ~ '^[0-9]{1,15}$'`)
    .orderBy([
      { column: 'created_time', order: 'desc' },
      { column: 'ranking', order: 'desc' },
    ])
    .first('id');
  const next = Number(last?.id ?? -1) + 1;
  const { rows } = await sql.raw(
    `SELECT n::text AS id FROM generate_series(CAST(:next AS bigint), CAST(:next AS bigint) + 10000) AS n
      WHERE NOT EXISTS (SELECT FROM ?? WHERE id = n::text) ORDER BY n LIMIT 1`.replace('??', `"${table}"`),
    { next },
  );
  return String(rows[0]?.id ?? next);
}
