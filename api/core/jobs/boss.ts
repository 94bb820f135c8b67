import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Db } from '../../db/knex.ts';

/** The library writes its statements for the driver, several in one text at times, and so goes past knex, but not past its pool. */
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

/** The library, as seldom at the database as it can be: new jobs are told of, and what is due again is looked for by us. */
export function createBoss({ db, log }: { db: Db; log: Logger }): PgBoss {
  const boss = new PgBoss({
    db: databaseFor(db),
    schema: 'jobs',
    migrate: false,
    // Whose process ended in the middle of it: with the heartbeat, such a job waits 45 seconds at most.
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 3_600,
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 45,
    // Nothing of ours changes in a queue, and no job waits for another.
    queueCacheIntervalSeconds: 86_400,
    flowIntervalSeconds: 86_400,
    // Rows live an hour: what looks after large tables costs more than it could find.
    monitorVacuum: false,
    reindex: false,
  });
  boss.on('error', (err) => log.error({ err }, 'The job queue had a problem'));
  boss.on('warning', ({ message }) => log.warn(message));
  return boss;
}
