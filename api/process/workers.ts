import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from 'pino';
import { createMetricsTotals } from './observe/worker-metrics.ts';
import type { ServerSettings } from './start.ts';
import { StartError } from './start-error.ts';

const environment = ({ databaseUrl, keys }: ServerSettings) => ({
  DATABASE_URL: databaseUrl,
  DOORWRIGHT_SECRET_KEY: keys.map((key) => key.toString('base64')).join(','),
});

/**
 * Runs several processes on one port. A process that dies is replaced. If a process cannot listen at the start,
 * the program ends.
 */
export async function startWorkers(settings: ServerSettings, log: Logger): Promise<{ stop: () => Promise<void> }> {
  let stopping = false;
  const totals = createMetricsTotals();
  function fork(): Worker {
    const worker = cluster.fork(environment(settings));
    worker.once('listening', () => totals.add(worker)).once('exit', () => totals.remove(worker));
    return worker;
  }
  const listening = (worker: Worker) =>
    Promise.race([
      once(worker, 'listening'),
      once(worker, 'exit').then(() =>
        Promise.reject(new StartError('A worker process could not start; the reason stands above.')),
      ),
    ]);

  const workers = Array.from({ length: settings.config.WEB_CONCURRENCY }, fork);
  await Promise.all(workers.map(listening));
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    log.error({ pid: worker.process.pid, code, signal }, 'Worker ended and is replaced');
    fork();
  });
  const stop = async () => {
    stopping = true;
    const alive = Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
    const gone = alive.map((worker) => once(worker, 'exit'));
    for (const worker of alive) worker.process.kill('SIGTERM');
    await Promise.all(gone);
  };
  return { stop };
}
