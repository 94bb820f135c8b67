import { schedule } from 'node-cron';
import type { Logger } from 'pino';

/** Calls a function at the times of a cron expression, in UTC, until it is stopped. The function gets the time of the expression. */
export type Ticker = (
  cron: string,
  onTick: (time: Date) => Promise<void>,
  deps: { log: Logger },
) => { stop: () => void };

/** Ticks by the clock of this process. A late process runs the newest tick that it missed, because no work depends on the second. */
export const clockTicker: Ticker = (cron, onTick, { log }) => {
  const task = schedule(cron, ({ date }) => onTick(date), {
    timezone: 'UTC',
    noOverlap: true,
    missedExecutionTolerance: Number.POSITIVE_INFINITY,
    suppressMissedWarning: true,
    unref: true,
    // Without it, the package writes to the console.
    logger: log,
  });
  const stop = () => {
    Promise.resolve(task.destroy()).catch((error) => log.error({ err: error }, 'A tick did not stop'));
  };
  return { stop };
};
