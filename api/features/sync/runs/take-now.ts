import { openReader } from '../../../providers/directories/open-reader.ts';
import { applyRun } from '../apply/apply-run.ts';
import type { SyncDeps } from '../deps.ts';
import { makePlan } from '../plan/make-plan.ts';
import { readerDeps } from '../reader-deps.ts';
import type { Source } from '../source.ts';
import { insertRun } from '../store/run-store.ts';
import { moveRun } from './finish.ts';

const longestMs = 10_000;

/**
 * Takes a few people of a source at once, without a job: somebody waits. It goes beside a run of the whole source, because each row is
 * done once and each person has one link.
 */
export async function takeNow(deps: SyncDeps, source: Source, keys: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(longestMs);
  const asked = { mode: 'selection', isAutomatic: true, isWhole: false, startedBy: '', selection: keys } as const;
  const run = await insertRun(deps.db, deps, source, asked, deps.now());
  const reader = await openReader(source, await readerDeps(deps, source, signal));
  try {
    const groups = JSON.stringify(await reader.groups());
    const counts = await makePlan(deps, { run, source, reader, signal });
    const planned = await moveRun(deps, { run, source }, { from: ['reading'], to: 'applying' }, { counts, groups });
    const done = await applyRun(deps, { run: planned, source, signal });
    const to = done.failed > 0 ? 'degraded' : 'done';
    await moveRun(deps, { run: planned, source }, { from: ['applying'], to }, { counts: done });
  } finally {
    await reader.close();
  }
}
