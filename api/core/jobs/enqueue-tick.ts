import type { Sql } from '../../db/knex.ts';
import { announceJobs, columnsOf, idOf } from './enqueue.ts';
import type { JobDefinition } from './kind.ts';

/**
 * Adds the job of a tick. The time is its key, so the ticks of all replicas add one job. A tick adds nothing while an earlier job of
 * its kind waits or runs.
 */
export async function enqueueTick(sql: Sql, kind: JobDefinition<never>, time: Date): Promise<void> {
  const columns = { id: idOf(kind.name, time.toISOString()), ...columnsOf(kind), data: '{}' };
  const { rowCount } = await sql.raw(
    `INSERT INTO jobs.job (${Object.keys(columns)}) SELECT ${Object.keys(columns).map(() => '?')}
     WHERE NOT EXISTS (SELECT FROM jobs.job WHERE name = ? AND state < 'completed') ON CONFLICT (name, id) DO NOTHING`,
    [...Object.values(columns), kind.name],
  );
  announceJobs(sql, kind, rowCount);
}
