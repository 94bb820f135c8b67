import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { type JobKind, PermanentFailure } from '../core/jobs/kind.ts';
import type { JobDeps } from './deps.ts';

const longestReason = 200;
const day = 86_400;

/**
 * Creates this process's workers for one kind of job. They sleep until they are woken, and go on while there are jobs. A worker
 * that gets a job wakes the next one. If all workers looked at once, several would find jobs of the same line, give them back and
 * sleep, and nobody would look at the other lines.
 */
export async function createJobWorkers(
  boss: PgBoss,
  kind: JobKind<never, JobDeps>,
  deps: JobDeps,
): Promise<{ wake: () => void }> {
  const idle = new Set<string>();

  function wake(): void {
    const [worker] = idle;
    if (!worker) return;
    // Moves the worker to the end, so that the next job wakes another one.
    idle.delete(worker);
    idle.add(worker);
    boss.notifyWorker(worker);
  }

  async function attempt({ id, data, retryCount, retryLimit }: JobWithMetadata) {
    try {
      await kind.run(data as never, deps);
      return { id, status: 'completed' as const };
    } catch (error) {
      const reason = (error as Error).message.slice(0, longestReason);
      const isLast = error instanceof PermanentFailure || retryCount >= retryLimit;
      const about = { job: kind.name, id, tries: retryCount + 1, reason };
      if (isLast) deps.log.error(about, 'A job has failed for good');
      else deps.log.warn(about, 'A job failed and will be retried');
      // Stores the reason only. The whole error may contain values that do not belong in the database.
      return { id, status: isLast ? ('deadletter' as const) : ('failed' as const), output: { reason } };
    }
  }

  async function join(): Promise<void> {
    const me: string = await boss.work<object, object, { perJobResults: true; includeMetadata: true }>(
      kind.name,
      { perJobResults: true, includeMetadata: true, pollingIntervalSeconds: day, localGroupConcurrency: 1 } as never,
      async (jobs) => {
        idle.delete(me);
        wake();
        const results = await Promise.all(jobs.map(attempt));
        idle.add(me);
        boss.notifyWorker(me);
        return results;
      },
    );
    idle.add(me);
  }

  for (let i = 0; i < kind.atOnce; i++) await join();
  return { wake };
}
