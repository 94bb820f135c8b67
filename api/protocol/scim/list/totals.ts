import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../db/knex.ts';
import type { Condition } from '../filter/columns.ts';

/** Totals up to this are counted at every call. */
const quick = 10_000;
/** A program reads a long list page by page, and counting it takes longer than each page. */
const keptMs = 10_000;
const mostKept = 500;

/**
 * Counts the rows of a list. A long list is counted once in ten seconds, and never estimated: a program stops reading at the total. Changes from
 * elsewhere show after that time.
 */
export function createTotals() {
  const known = new LRUCache<string, Promise<number>>({ max: mostKept, ttl: keptMs });

  async function counted(sql: Sql, table: string, { sql: where, bindings }: Condition): Promise<number> {
    const { rows } = await sql.raw(`SELECT count(*) AS total FROM "${table}" WHERE ${where}`, bindings as never);
    return Number(rows[0].total);
  }

  async function total(sql: Sql, table: string, condition: Condition): Promise<number> {
    const key = JSON.stringify([table, condition]);
    const before = known.get(key);
    if (before) return before;
    const counting = counted(sql, table, condition);
    known.set(key, counting);
    const forget = () => known.get(key) === counting && known.delete(key);
    const found = await counting.catch((error) => {
      forget();
      throw error;
    });
    if (found <= quick) forget();
    return found;
  }

  /** A program that makes or deletes a resource sees the new total at once. */
  return Object.assign(total, { forget: () => known.clear() });
}

export type Totals = ReturnType<typeof createTotals>;
