import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../db/knex.ts';
import { unnamedStatement } from '../../db/prepared-statements.ts';

/** A list of up to this many rows is counted at every call. */
const alwaysCounted = 10_000;
/** The age at which the count of a longer list is refreshed in the background. */
const freshMs = 10_000;
/** A count that is unused for this long is dropped. */
const keptMs = 10 * 60_000;
/** Callers choose the keys with their filters. */
const mostKnown = 1_000;
/** A slower count goes on in the background, and the answer has the planner's estimate. */
const countTimeoutMs = 60;

interface KnownTotal {
  total: number;
  countedAt: number;
}

const isOutOfTime = (error: unknown) => (error as { code?: string }).code === '57014';

async function count(sql: Sql, rows: Knex.QueryBuilder): Promise<number> {
  const [row] = (await sql.count({ total: '*' }).from(rows.as('counted')).options(unnamedStatement)) as {
    total: number | string;
  }[];
  return Number(row?.total ?? 0);
}

async function estimate(sql: Sql, rows: Knex.QueryBuilder): Promise<number> {
  const { sql: text, bindings } = rows.toSQL();
  const { rows: plan } = await sql.raw(`EXPLAIN (FORMAT JSON) ${text}`, bindings as never);
  return plan[0]['QUERY PLAN'][0].Plan['Plan Rows'];
}

const countInTime = (sql: Sql, rows: Knex.QueryBuilder): Promise<number | undefined> =>
  sql
    .transaction(async (trx) => {
      await trx.raw(`SET LOCAL statement_timeout = ${countTimeoutMs}`);
      return count(trx, rows);
    })
    .catch((error) => {
      if (isOutOfTime(error)) return undefined;
      throw error;
    });

/**
 * Counts the rows of a list. Small totals are always exact. Large ones take Postgres longer than the page itself,
 * so each process caches them for some seconds.
 */
export function createRowCounter(now: () => number = Date.now) {
  const known = new LRUCache<string, KnownTotal>({ max: mostKnown });
  const counting = new Map<string, Promise<void>>();

  const remember = (key: string, total: number, present = now()) => {
    for (const [other, { countedAt }] of [...known]) if (present - countedAt > keptMs) known.delete(other);
    // A list that became small is counted at every call again.
    if (total > alwaysCounted) known.set(key, { total, countedAt: present });
    else known.delete(key);
  };

  /** Counts once for all callers, in the background. After a failure, the next call tries again. */
  const countBehind = (key: string, sql: Sql, rows: Knex.QueryBuilder) => {
    if (counting.has(key)) return;
    const done = count(sql, rows.clone())
      .then((total) => remember(key, total))
      .catch(() => {})
      .finally(() => counting.delete(key));
    counting.set(key, done);
  };

  return async (sql: Sql, rows: Knex.QueryBuilder): Promise<number> => {
    const key = rows.toQuery();
    const before = known.get(key);
    if (before && now() - before.countedAt >= freshMs) countBehind(key, sql, rows);
    if (before) return before.total;
    const few = await count(sql, rows.clone().limit(alwaysCounted + 1));
    if (few <= alwaysCounted) return few;
    const exact = await countInTime(sql, rows.clone());
    const total = exact ?? Math.max(few, await estimate(sql, rows.clone()));
    // An estimate counts as old from the start, so an exact count replaces it.
    remember(key, total, exact === undefined ? now() - freshMs : now());
    if (exact === undefined) countBehind(key, sql, rows);
    return total;
  };
}
