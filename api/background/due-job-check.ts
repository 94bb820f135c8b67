import type { Logger } from 'pino';
import type { Db } from '../db/knex.ts';
import { clockTicker } from './ticks.ts';

const everyFiveSeconds = '*/5 * * * * *';

/**
 * Finds due jobs that no announcement covers: retries, and jobs of a process that ended. One statement looks for
 * all kinds. Every replica looks, because a job that looks could itself be lost.
 */
export function startDueJobCheck(
  { db, log }: { db: Db; log: Logger },
  kinds: readonly string[],
  wake: (kind: string) => void,
): { stop: () => Promise<void> } {
  let isStopped = false;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    try {
      const { rows } = await db.raw(
        "SELECT DISTINCT name FROM jobs.job WHERE name = ANY(?) AND state < 'active' AND NOT blocked AND start_after <= now()",
        [[...kinds]],
      );
      for (const { name } of rows as { name: string }[]) wake(name);
    } catch (err) {
      if (!isStopped) log.error({ err }, 'The search for due jobs failed');
    }
  }

  const task = clockTicker(everyFiveSeconds, () => (looking = look()), { log });
  return {
    async stop() {
      isStopped = true;
      task.stop();
      await looking;
    },
  };
}
