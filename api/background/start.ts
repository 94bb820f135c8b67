import { setTimeout as pause } from 'node:timers/promises';
import { createBoss } from '../core/jobs/boss.ts';
import { onNewJobs } from '../core/jobs/enqueue.ts';
import type { JobDeps } from './deps.ts';
import { startDueJobCheck } from './due-job-check.ts';
import { jobKinds } from './job-kinds.ts';
import { createJobWorkers } from './job-workers.ts';
import { startPeriodicJobs } from './periodic-jobs.ts';
import { clockTicker } from './ticks.ts';

interface Working {
  stop: () => Promise<void>;
}

const retryMs = 2_000;
/** The time that running jobs get when the process ends. An unfinished job is tried again by another process. */
const endWithinMs = 8_000;

async function begin(deps: JobDeps): Promise<Working> {
  const boss = createBoss(deps);
  const workers = new Map<string, Awaited<ReturnType<typeof createJobWorkers>>>();
  try {
    await boss.start();
    onNewJobs(deps.db, (kind) => workers.get(kind)?.wake());
    for (const kind of jobKinds) workers.set(kind.name, await createJobWorkers(boss, kind, deps));
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const dueJobCheck = startDueJobCheck(deps, [...workers.keys()], (kind) => workers.get(kind)?.wake());
  const periodicJobs = startPeriodicJobs(jobKinds, deps.ticker ?? clockTicker, deps);
  return {
    async stop() {
      periodicJobs.stop();
      await dueJobCheck.stop();
      await boss.stop({ timeout: endWithinMs });
    },
  };
}

/** Runs jobs in the background, as soon as the database is ready. Each process takes a share. */
export function startJobs(deps: JobDeps): Working {
  const ending = new AbortController();
  async function working(): Promise<Working | undefined> {
    while (!ending.signal.aborted) {
      try {
        return await begin(deps);
      } catch (err) {
        if (!ending.signal.aborted) deps.log.error({ err }, 'The job workers could not start yet');
        await pause(retryMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      }
    }
    return undefined;
  }
  const begun = working();
  return {
    async stop() {
      ending.abort();
      await (await begun)?.stop();
    },
  };
}
