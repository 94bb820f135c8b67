import type { Db } from '@doorwright/api/db/knex.ts';

interface Asked {
  calls: number;
  ms: number;
  plans: number;
  plan: number;
  query: string;
}

/** Counts the statements of Postgres by its statistics, without its own. */
export async function countStatements(db: Db) {
  await db.raw('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  return {
    reset: () => db.raw('SELECT pg_stat_statements_reset()'),
    async count(): Promise<number> {
      const { rows } = await db.raw(
        `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements
          WHERE query NOT ILIKE '%pg_stat_statements%' AND query NOT IN ('BEGIN', 'BEGIN;', 'COMMIT', 'COMMIT;')`,
      );
      return Number(rows[0].calls);
    },
    /** Prints each statement with its number of runs and plans and its time, for people to read. */
    async list(): Promise<string[]> {
      const { rows } = await db.raw(
        `SELECT calls, mean_exec_time AS ms, plans, mean_plan_time AS plan, regexp_replace(query, '\\s+', ' ', 'g') AS query FROM pg_stat_statements
          WHERE query NOT ILIKE '%pg_stat_statements%' ORDER BY total_exec_time + total_plan_time DESC LIMIT 40`,
      );
      return rows.map(
        ({ calls, ms, plans, plan, query }: Asked) =>
          `${calls} × ${ms.toFixed(3)} ms, planned ${plans} × ${plan.toFixed(3)} ms: ${query.slice(0, 250)}`,
      );
    },
  };
}
