import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { Refusal } from '../../../core/errors.ts';
import type { SyncDeps } from '../deps.ts';
import { type Source, tellSource } from '../source.ts';
import { latestRun, open, runs } from '../store/run-store.ts';
import { decide } from './start-run.ts';

const undoMs = 7 * 86_400_000;

export const canApprove = ({ state }: SyncRun): boolean => ['planned', 'waiting', 'held'].includes(state);

export const canUndo = ({ state, endTime, mode }: SyncRun, now: Date): boolean =>
  mode !== 'plan' && ['done', 'degraded'].includes(state) && now.getTime() - Date.parse(endTime) < undoMs;

export const canCancel = ({ state }: SyncRun): boolean => ['reading', 'waiting', 'held'].includes(state);

/** Applies the plan of a run as it is. It is also the approval of its source. A plan that somebody approves becomes a run. */
export async function approveRun(deps: SyncDeps, source: Source, run: SyncRun, by: string): Promise<void> {
  const changes = { is_approved: true, approved_by: by, mode: run.mode === 'plan' ? 'run' : run.mode, end_time: null };
  await decide(deps, source, run, { from: ['planned', 'waiting', 'held'], to: 'applying', changes, goesOn: true });
  await deps
    .db(runs)
    .where({ source: source.id })
    .whereIn('state', [...open])
    .update({ state: 'replaced', end_time: deps.now() });
  await tellSource(deps.db, deps, source, { syncState: 'Running', approvedAt: deps.now() }, deps.now());
}

/** Approves the run of a source that waits for a person. */
export async function approveHeldRun(deps: SyncDeps, source: Source, by: string): Promise<SyncRun> {
  const run = await latestRun(deps.db, deps, source.id, open);
  if (!run) throw new Refusal('sync-not-open');
  await approveRun(deps, source, run, by);
  return run;
}

/** Takes a run back, also after later runs: what they or people have changed since stays. */
export async function undo(deps: SyncDeps, source: Source, run: SyncRun): Promise<void> {
  if (!canUndo(run, deps.now())) throw new Refusal('sync-not-undoable');
  await decide(deps, source, run, { from: ['done', 'degraded'], to: 'undoing', goesOn: true });
  await tellSource(deps.db, deps, source, { syncState: 'Running' }, deps.now());
}

export async function cancelRun(deps: SyncDeps, source: Source, run: SyncRun): Promise<void> {
  const changes = { reason: 'sync-cancelled' };
  await decide(deps, source, run, { from: ['reading', 'waiting', 'held'], to: 'failed', changes, goesOn: false });
  if (run.mode === 'run') await tellSource(deps.db, deps, source, { syncState: 'Failed' }, deps.now());
}
