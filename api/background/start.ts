import { setTimeout as pause } from 'node:timers/promises';
import { createBoss } from '../core/jobs/boss.ts';
import { onNewJobs } from '../core/jobs/enqueue.ts';
import { policyOf } from '../core/jobs/policy.ts';
import { startAlarm } from './alarm.ts';
import type { JobDeps } from './deps.ts';
import { createCrew } from './job-workers.ts';
import { jobKinds } from './kinds.ts';

interface Working {
  stop: () => Promise<void>;
}

const againMs = 2_000;
/** Jobs that are under way when the process is to end have so long; what is cut short is tried again elsewhere. */
const endWithinMs = 8_000;

async function begin(deps: JobDeps): Promise<Working> {
  const boss = createBoss(deps);
  const crews = new Map<string, Awaited<ReturnType<typeof createCrew>>>();
  try {
    await boss.start();
    onNewJobs(deps.db, (kind, jobs) => crews.get(kind)?.wake(jobs));
    for (const kind of jobKinds) {
      crews.set(kind.name, await createCrew(boss, kind, deps));
      // Of several processes, one makes the job of each time.
      if (kind.cron) await boss.schedule(kind.name, kind.cron, null, policyOf(kind));
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  const alarm = startAlarm(deps, [...crews.keys()], (kind) => crews.get(kind)?.wake(Number.POSITIVE_INFINITY));
  return {
    async stop() {
      await alarm.stop();
      await boss.stop({ timeout: endWithinMs });
    },
  };
}

/** Works on jobs beside the requests, as soon as the database is ready for that; each process takes its share. */
export function startJobs(deps: JobDeps): Working {
  const ending = new AbortController();
  async function working(): Promise<Working | undefined> {
    while (!ending.signal.aborted) {
      try {
        return await begin(deps);
      } catch (err) {
        if (!ending.signal.aborted) deps.log.error({ err }, 'Nobody works on the jobs yet');
        await pause(againMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
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
