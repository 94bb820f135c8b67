import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createGuard } from './guard.ts';
import { createMetricsTotals } from './observe/worker-metrics.ts';
import type { ServerSettings } from './start.ts';
import { StartError } from './start-error.ts';

const environment = ({ databaseUrl, keys }: ServerSettings) => ({
  DATABASE_URL: databaseUrl,
  DOORWRIGHT_SECRET_KEY: keys.map((key) => key.toString('base64')).join(','),
});

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A worker that served for this long has recovered. */
const steadyMs = 60_000;

const reasonOf = (code: number | null, signal: string | null) => (signal ? `killed by ${signal}` : `exit code ${code}`);

/**
 * Runs several processes on one port. A process that dies is replaced at once, and one that keeps dying after growing pauses. If a process
 * cannot listen at the start, or none of them listens any longer, the program ends.
 */
export async function startWorkers(settings: ServerSettings, log: Logger): Promise<{ stop: () => Promise<void> }> {
  const ending = new AbortController();
  const totals = createMetricsTotals();
  const listeningSince = new Map<Worker, number>();
  let earlyEnds = 0;

  function fork(): Worker {
    const worker = cluster.fork(environment(settings));
    worker.once('listening', () => {
      totals.add(worker);
      listeningSince.set(worker, performance.now());
    });
    worker.once('exit', () => totals.remove(worker));
    return worker;
  }
  const listening = (worker: Worker) =>
    Promise.race([
      once(worker, 'listening'),
      once(worker, 'exit').then(() =>
        Promise.reject(new StartError('A worker process could not start; the reason stands above.')),
      ),
    ]);

  async function replace(worker: Worker, reason: string): Promise<void> {
    const since = listeningSince.get(worker);
    listeningSince.delete(worker);
    earlyEnds = since !== undefined && performance.now() - since > steadyMs ? 0 : earlyEnds + 1;
    const pauseMs = earlyEnds > 1 ? Math.min(firstPauseMs * 2 ** (earlyEnds - 2), longestPauseMs) : 0;
    log.error({ pid: worker.process.pid, reason, pauseMs }, 'Worker ended and is replaced');
    if (since === undefined && listeningSince.size === 0) {
      log.fatal({ reason }, 'No worker can serve, so the server ends');
      process.exit(1);
    }
    if (pauseMs > 0) await pause(pauseMs, undefined, { signal: ending.signal });
    fork();
  }

  const workers = Array.from({ length: settings.config.WEB_CONCURRENCY }, fork);
  await Promise.all(workers.map(listening));
  createGuard({ log }).start();
  cluster.on('exit', (worker, code, signal) => {
    if (ending.signal.aborted) return;
    replace(worker, reasonOf(code, signal)).catch(
      (err) => ending.signal.aborted || log.error({ err }, 'A worker could not be replaced'),
    );
  });
  const stop = async () => {
    ending.abort();
    const alive = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
    const gone = alive.map((worker) => once(worker, 'exit'));
    for (const worker of alive) worker.process.kill('SIGTERM');
    await Promise.all(gone);
  };
  return { stop };
}
