import { setTimeout as pause } from 'node:timers/promises';
import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { SyncDeps } from '../deps.ts';
import { busy, findRun } from '../store/run-store.ts';

/** A caller of Casdoor 2022 expects the end of the run in the answer. A longer run goes on, and the answer has what it did so far. */
const longestWaitMs = 15_000;
const firstLookMs = 30;
const lastLookMs = 500;

export async function waitForRun(
  deps: SyncDeps,
  { id }: SyncRun,
  isClosed: () => boolean,
  mostMs = longestWaitMs,
): Promise<SyncRun> {
  const startedAt = performance.now();
  for (let look = firstLookMs; ; look = Math.min(look * 1.5, lastLookMs)) {
    await pause(look);
    const run = (await findRun(deps.db, deps, id)) as SyncRun;
    if (!busy.includes(run.state) || performance.now() - startedAt > mostMs || isClosed()) return run;
  }
}
