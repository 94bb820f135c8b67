import type { Sql } from '../../../db/knex.ts';
import type { Counts } from './counts.ts';
import { rowsTable } from './rows.ts';

/** What became of the rows of a run so far. */
export async function countStates(sql: Sql, run: string): Promise<Pick<Counts, 'done' | 'failed' | 'undone' | 'kept'>> {
  const rows: { state?: string; count?: string | number }[] = await sql(rowsTable)
    .where({ run })
    .groupBy('state')
    .select('state')
    .count({ count: '*' });
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { done: of('done'), failed: of('failed'), undone: of('undone'), kept: of('kept') };
}
