import { usedName } from '@doorwright/crds/derive/never-again.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { countedId } from '@doorwright/crds/kinds/counted-id.ts';
import { usedId } from '@doorwright/crds/kinds/used-id.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';

const marks = tableName(countedId);
const used = tableName(usedId);

/**
 * The number after the newest user's of the organization. It is free everywhere and nobody had it before, because
 * applications identify a user by this id. Locks put sign-ups at the same time in a row, also those of
 * organizations with the same numbers.
 */
export async function nextId(sql: Sql, organization: string, store: Work['store']): Promise<string> {
  await store('organization').find(sql, 'admin', organization, 'forNoKeyUpdate');
  await sql.raw(`SELECT pg_advisory_xact_lock(hashtextextended('counted ids', 0))`);
  const { table } = store('user');
  const last = await sql(table)
    .where({ owner: organization })
    .andWhereRaw(`id ~ '^[0-9]{1,15}$'`)
    .orderBy([
      { column: 'created_time', order: 'desc' },
      { column: 'ranking', order: 'desc' },
    ])
    .first('id');
  const mark = { owner: organization, name: 'user' };
  const given = await sql(marks).where(mark).first('last');
  const next = Math.max(Number(last?.id ?? -1), Number(given?.last ?? -1)) + 1;
  const id = await firstFree(sql, table, next);
  await sql(marks)
    .insert({ ...mark, created_time: sql.fn.now(), version: 1, last: id })
    .onConflict(['owner', 'name'])
    .merge(['last']);
  return id;
}

/** The first number from here on that no user has or had. */
async function firstFree(sql: Sql, table: string, next: number): Promise<string> {
  const { rows } = await sql.raw(
    `SELECT n::text AS id FROM generate_series(CAST(:next AS bigint), CAST(:next AS bigint) + 10000) AS n
      WHERE NOT EXISTS (SELECT FROM "${table}" WHERE id = n::text)
      AND NOT EXISTS (SELECT FROM ${used} WHERE owner = 'admin' AND name = ${usedName('user', 'n::text')}) ORDER BY n LIMIT 1`,
    { next },
  );
  return rows[0]?.id ?? firstFree(sql, table, Math.max(await firstGap(sql, table, next), next + 10_001));
}

/** Another organization has used the next numbers. The search goes on after the last of them. */
async function firstGap(sql: Sql, table: string, next: number): Promise<number> {
  const { rows } = await sql.raw(
    `WITH taken AS (SELECT CASE WHEN id ~ '^(0|[1-9][0-9]{0,14})$' THEN CAST(id AS bigint) END AS n FROM "${table}"),
       followed AS (SELECT n, lead(n) OVER (ORDER BY n) AS following FROM taken WHERE n >= :next)
     SELECT n + 1 AS id FROM followed WHERE following IS DISTINCT FROM n + 1 ORDER BY n LIMIT 1`,
    { next },
  );
  return Number(rows[0]?.id ?? 0);
}
