import { createTask } from 'node-cron';
import type { Logger } from 'pino';

/** Calls a function at the times of a cron expression, in UTC, until it is stopped. The function gets the time of the expression. */
export type Ticker = (
  cron: string,
  onTick: (time: Date) => Promise<void>,
  deps: { log: Logger },
) => { stop: () => void };

/** The longest time of a timer. Clocks that are set meanwhile are noticed then. */
const longestMs = 3_600_000;

/**
 * Ticks by the clock of this process, one tick at a time. A late process does the tick that it waited for, and then waits for the next one from
 * now: no work depends on the second. node-cron's own timer walks through each tick that was missed while the machine slept or its clock was
 * wrong. That takes a second for a day of five-second ticks, and no request gets its turn. So node-cron only says when the next tick is.
 */
export const clockTicker: Ticker = (cron, onTick, { log }) => {
  const expression = createTask(cron, () => undefined, { timezone: 'UTC', logger: log });
  let timer: NodeJS.Timeout;
  let isStopped = false;

  function waitFor(due: Date): void {
    if (isStopped) return;
    const left = Math.max(0, due.getTime() - Date.now());
    timer = setTimeout(() => (left > longestMs ? waitFor(nextTick()) : tick(due)), Math.min(left, longestMs));
    timer.unref();
  }

  /** A timer may be early by a millisecond, and the same tick is then the next one again. */
  function nextTick(done?: Date): Date {
    const [first, second] = expression.getNextRuns(2) as [Date, Date];
    return done && first.getTime() === done.getTime() ? second : first;
  }

  function tick(due: Date): void {
    onTick(due)
      .catch((error) => log.error({ err: error }, 'A tick failed'))
      .then(() => waitFor(nextTick(due)))
      .catch((error) => log.error({ err: error }, 'No tick follows'));
  }

  waitFor(nextTick());
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      Promise.resolve(expression.destroy()).catch((error) => log.error({ err: error }, 'A tick did not stop'));
    },
  };
};
