import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../../db/knex.ts';

/**
 * pg-boss writes SQL for the driver, sometimes several statements in one text. So it bypasses knex, but uses its
 * pool.
 */
const databaseFor = ({ client }: Db) => ({
  async executeSql(text: string, values?: unknown[]) {
    const connection = await client.acquireConnection();
    try {
      const answer = await connection.query(text, values);
      return Array.isArray(answer) ? { rows: answer.flatMap(({ rows }) => rows) } : answer;
    } finally {
      await client.releaseConnection(connection);
    }
  },
});

/** pg-boss with as few queries as possible: `enqueue` announces new jobs, and our own code looks for due retries. */
export function createBoss({ db, log }: { db: Db; log: Logger }): PgBoss {
  const boss = new PgBoss({
    db: databaseFor(db),
    schema: 'jobs',
    migrate: false,
    // Finds jobs whose process ended while they ran. With the heartbeat, such a job waits 45 seconds at most.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 3_600,
    // Our own ticks add the periodic jobs.
    schedule: false,
    // Our queues never change, and no job waits for another.
    queueCacheIntervalSeconds: 86_400,
    flowIntervalSeconds: 86_400,
    // Rows live for an hour, so watching for large tables would cost more than it saves.
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (err) => log.error({ err }, 'The job queue had a problem'));
  boss.on('warning', ({ message }) => log.warn(message));
  return boss;
}
