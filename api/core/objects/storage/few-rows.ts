import type { Knex } from 'knex';
import type { Sql } from '../../../db/knex.ts';
import { unnamedStatement } from '../../../db/prepared-statements.ts';
import type { orderOf } from './page-slice.ts';
import { alwaysCounted } from './row-counter.ts';

interface Wanted {
  table: string;
  primaryKey: readonly string[];
  /** The primary keys of the rows that a search finds. */
  keys: Knex.QueryBuilder;
  order: ReturnType<typeof orderOf>;
  page: { number: number; size: number };
}

/**
 * The total of a search and one of its pages, or the last page if there are fewer. One scan finds both, because it is most of the
 * work. If the search finds too many rows, only their total is right: it is one more than are counted.
 */
export async function fewRows(
  sql: Sql,
  { table, primaryKey, keys, order, page: { number, size } }: Wanted,
): Promise<{ rows: Record<string, unknown>[]; total: number }> {
  const by = (from: string) =>
    order.map(({ column, order: direction }) => `${from}."${column}" ${direction}`).join(', ');
  const same = primaryKey.map((column) => `stored."${column}" = wanted."${column}"`).join(' AND ');
  const text = `WITH found AS MATERIALIZED (?), counted AS (SELECT count(*)::integer AS total FROM found),
    wanted AS (
      SELECT * FROM found ORDER BY ${by('found')}
      OFFSET (SELECT least(?, greatest((total - 1) / ?, 0) * ?) FROM counted) LIMIT ?
    )
    SELECT counted.total AS counted_total, stored.* FROM counted
    LEFT JOIN (wanted JOIN "${table}" AS stored ON ${same}) ON true ORDER BY ${by('stored')}`;
  const found: (Record<string, unknown> & { counted_total: number })[] = (
    await sql
      .raw(text, [keys.limit(alwaysCounted + 1), (number - 1) * size, size, size, size])
      .options(unnamedStatement as never)
  ).rows;
  const rows = found.filter(({ owner }) => owner !== null).map(({ counted_total: _total, ...row }) => row);
  return { rows, total: found[0]?.counted_total ?? 0 };
}
