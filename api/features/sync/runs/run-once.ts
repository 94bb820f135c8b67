import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { invalidateCosts } from '../../../kinds/user/passwords/cached-costs.ts';
import { SourceError } from '../../../providers/directories/contract.ts';
import { openReader } from '../../../providers/directories/open-reader.ts';
import { applyRun } from '../apply/apply-run.ts';
import { undoRun } from '../apply/undo-run.ts';
import type { SyncDeps } from '../deps.ts';
import { type HoldReason, holdReason } from '../plan/limits.ts';
import { makePlan } from '../plan/make-plan.ts';
import { readerDeps } from '../reader-deps.ts';
import { type Source, sourceWithId } from '../source.ts';
import { type Counts, countsOf } from '../store/counts.ts';
import { countLinks } from '../store/links.ts';
import { findRun, RunEnded } from '../store/run-store.ts';
import { needsApproval } from './approval.ts';
import { moveRun } from './finish.ts';
import { lastPosition } from './positions.ts';

interface Going {
  run: SyncRun;
  source: Source;
  signal: AbortSignal;
}

/** Reads the source and decides how the run goes on. */
async function read(deps: SyncDeps, { run, source, signal }: Going): Promise<SyncRun> {
  const reader = await openReader(source, await readerDeps(deps, source, signal));
  try {
    const delta = (await reader.position()) ?? '';
    const since = run.isWhole ? undefined : await lastPosition(deps, source);
    // A source without positions is always read whole.
    const isWhole = !since && !run.selection;
    const groups = JSON.stringify(await reader.groups());
    const people = await countLinks(deps.db, source.id);
    const counts = await makePlan(deps, { run: { ...run, isWhole }, source, reader, signal, ...(since && { since }) });
    const move = (to: SyncRun['state'], reason?: HoldReason) =>
      moveRun(
        deps,
        { run, source },
        { from: ['reading'], to },
        {
          counts,
          delta,
          groups,
          isWhole,
          ...(reason && { problem: { code: `sync-${reason}` } }),
        },
      );
    if (run.mode === 'plan') return move('planned');
    const reason = run.mode === 'run' && !run.isApproved && holdReason(source.object, { counts, people, isWhole });
    if (reason) return move('held', reason);
    return (await needsApproval(deps, run, source)) ? move('waiting') : move('applying');
  } finally {
    await reader.close();
  }
}

const endOf = ({ failed }: Counts): SyncRun['state'] => (failed > 0 ? 'degraded' : 'done');

async function go(deps: SyncDeps, going: Going): Promise<void> {
  const { source, signal } = going;
  const run = going.run.state === 'reading' ? await read(deps, going) : going.run;
  if (run.state === 'applying') {
    const counts = await applyRun(deps, { run, source, signal });
    // Digests of the source may have costs that no password of the organization had before.
    invalidateCosts(deps.db, source.organization);
    await moveRun(deps, { run, source }, { from: ['applying'], to: endOf(counts) }, { counts });
  }
  if (run.state === 'undoing') {
    const counts = await undoRun(deps, { run, source, signal });
    await moveRun(deps, { run, source }, { from: ['undoing'], to: 'undone' }, { counts });
  }
}

/** Brings a run to its end, or to the point at which a person decides. It can be repeated after a crash. */
export async function runOnce(deps: SyncDeps, id: string, signal: AbortSignal): Promise<void> {
  const run = await findRun(deps.db, deps, id);
  const source = run && (await sourceWithId(deps.db, deps, run.source));
  if (!run || !source) return;
  try {
    await go(deps, { run, source, signal });
  } catch (error) {
    if (error instanceof RunEnded) return;
    if (!(error instanceof SourceError)) throw error;
    const { problem } = error;
    deps.log.warn({ source: source.title, run: id, code: problem.code }, 'A source of users could not be read');
    const counts = countsOf(run.counts);
    await moveRun(deps, { run, source }, { from: ['reading'], to: 'failed' }, { counts, problem });
  }
}
