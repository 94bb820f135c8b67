import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/**
 * Handles errors that escape every other handler: a listener, a timer, a promise that nobody awaits. Node would end the process.
 *
 * 1. Such an error belongs to one object or one watch. It is logged and counted, and the process lives: an object that triggers a mistake
 *    would otherwise end each replica in turn, and stop the objects of all tenants.
 * 2. A failed start, a lost lease and a failed election end the process, because another replica may act.
 * 3. What such an error leaves undone is done again: by the retry of its object, by the next sweep, or by the next list of its watch.
 */
export function guardProcess({ log, metrics }: { log: Log; metrics: Metrics }): () => void {
  function escaped(error: unknown, origin: string): void {
    metrics.escapedErrors.inc({ origin });
    log.error({ error, origin }, 'An error escaped, and the operator went on');
  }
  const onRejection = (reason: unknown) => escaped(reason, 'unhandledRejection');
  process.on('uncaughtException', escaped).on('unhandledRejection', onRejection);
  return () => void process.off('uncaughtException', escaped).off('unhandledRejection', onRejection);
}
