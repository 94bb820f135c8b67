import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../db/knex.ts';
import { unnamedStatement } from '../../../db/prepared-statements.ts';

/** A list of up to this many rows is counted at every call. */
export const alwaysCounted = 10_000;
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

export async function countAll(sql: Sql, rows: Knex.QueryBuilder): Promise<number> {
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
      return countAll(trx, rows);
    })
    .catch((error) => {
      if (isOutOfTime(error)) return undefined;
      throw error;
    });

const firstOf = (rows: Knex.QueryBuilder) => rows.clone().limit(alwaysCounted + 1);

/** Tells whether a list has more rows than are counted at every call. */
export const isLong = async (sql: Sql, rows: Knex.QueryBuilder): Promise<boolean> =>
  (await countAll(sql, firstOf(rows))) > alwaysCounted;

interface Options {
  now?: () => number;
  /** Larger totals are estimates, because the table grows without end. */
  isEstimated?: boolean;
}

/**
 * Counts the rows of a list. Small totals are always exact. Large ones take Postgres longer than the page itself,
 * so each process caches them for some seconds.
 */
export function createRowCounter({ now = Date.now, isEstimated = false }: Options = {}) {
  const known = new LRUCache<string, KnownTotal>({ max: mostKnown });
  const counting = new Map<string, Promise<void>>();

  const remember = (key: string, total: number, countedAt: number) => {
    const present = now();
    for (const [other, { countedAt: before }] of [...known]) if (present - before > keptMs) known.delete(other);
    known.set(key, { total, countedAt });
  };

  /** The exact total, or an estimate of one that is too large to count. */
  async function slowTotal(sql: Sql, rows: Knex.QueryBuilder): Promise<number> {
    if (!isEstimated) return countAll(sql, rows.clone());
    const few = await countAll(sql, firstOf(rows));
    return few <= alwaysCounted ? few : Math.max(few, await estimate(sql, rows.clone()));
  }

  /** Counts once for all callers, in the background. After a failure, the next call tries again. */
  const countBehind = (key: string, sql: Sql, rows: Knex.QueryBuilder, isSlow = false) => {
    if (counting.has(key)) return;
    const done = slowTotal(sql, rows)
      .then((total) => {
        // A list that became small is counted at every call again, unless that takes too long.
        if (total > alwaysCounted || isSlow) remember(key, total, now());
        else known.delete(key);
      })
      .catch(() => {})
      .finally(() => counting.delete(key));
    counting.set(key, done);
  };

  /** `counted` is the number of the first rows, if the caller knows it. */
  async function total(sql: Sql, rows: Knex.QueryBuilder, counted?: number): Promise<number> {
    const key = rows.toQuery();
    const before = known.get(key);
    if (before && now() - before.countedAt >= freshMs) countBehind(key, sql, rows);
    if (before) return before.total;
    const few = counted ?? (await (isEstimated ? countInTime : countAll)(sql, firstOf(rows)));
    if (few !== undefined && few <= alwaysCounted) return few;
    const exact = isEstimated ? undefined : await countInTime(sql, rows.clone());
    const sum = exact ?? Math.max(few ?? 0, await estimate(sql, rows.clone()));
    const isFinal = exact !== undefined || (isEstimated && few !== undefined);
    // Otherwise it counts as old from the start, so that a better one replaces it.
    remember(key, sum, isFinal ? now() : now() - freshMs);
    if (!isFinal) countBehind(key, sql, rows, few === undefined);
    return sum;
  }

  return Object.assign(total, { isKnown: (rows: Knex.QueryBuilder) => known.has(rows.toQuery()) });
}
