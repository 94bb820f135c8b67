import type { Logger } from 'pino';
import { enqueueTick } from '../core/jobs/enqueue-tick.ts';
import type { JobDefinition } from '../core/jobs/kind.ts';
import type { Db } from '../db/knex.ts';
import type { Ticker } from './ticks.ts';

/** Adds the jobs of kinds with a `cron`. Every replica ticks, and the first one adds the job. */
export function startPeriodicJobs(
  kinds: readonly JobDefinition<never>[],
  ticker: Ticker,
  { db, log }: { db: Db; log: Logger },
): { stop: () => void } {
  async function tick(kind: JobDefinition<never>, time: Date): Promise<void> {
    try {
      await enqueueTick(db, kind, time);
    } catch (err) {
      log.error({ err, job: kind.name }, 'A periodic job could not be added, and waits for its next time');
    }
  }
  const tasks = kinds.flatMap((kind) => (kind.cron ? [ticker(kind.cron, (time) => tick(kind, time), { log })] : []));
  return {
    stop() {
      for (const task of tasks) task.stop();
    },
  };
}
