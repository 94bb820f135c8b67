import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { RunState, SourceState } from '@doorwright/crds/options/sync.ts';
import type { SourceProblem } from '../../../providers/directories/contract.ts';
import type { SyncDeps } from '../deps.ts';
import { problemText } from '../problem-text.ts';
import { type Source, tellSource } from '../source.ts';
import { type Counts, countsOf, textsOf } from '../store/counts.ts';
import { changeRun } from '../store/run-store.ts';
import { errorLine } from './error-line.ts';

const stateOfSource: Partial<Record<RunState, SourceState>> = {
  ...({ waiting: 'Waiting', held: 'Held', reading: 'Running', applying: 'Running', undoing: 'Running' } as const),
  ...({ done: 'Done', degraded: 'Degraded', failed: 'Failed', undone: 'Waiting' } as const),
};

interface News {
  counts?: Counts;
  /** What stopped the run. */
  problem?: SourceProblem;
  delta?: string;
  groups?: string;
  isWhole?: boolean;
}

/** Gives a run another state, and tells its source, in one transaction. A plan changes nothing, so its source hears nothing of it. */
export async function moveRun(
  deps: SyncDeps,
  { run, source }: { run: SyncRun; source: Source },
  { from, to }: { from: readonly RunState[]; to: RunState },
  { counts, problem, delta, groups, isWhole }: News = {},
): Promise<SyncRun> {
  const now = deps.now();
  const time = now.toISOString();
  const isEnd = ['planned', 'done', 'degraded', 'failed', 'undone'].includes(to);
  return deps.db.transaction(async (sql) => {
    const moved = await changeRun(sql, deps, run, from, {
      ...{ state: to, touchedTime: time, ...(isEnd && { endTime: time }) },
      ...(counts && { counts: textsOf(counts) }),
      ...(delta !== undefined && { delta }),
      ...(groups !== undefined && { groups }),
      ...(isWhole !== undefined && { isWhole }),
      ...(problem && {
        reason: problem.code,
        problem: problem.params ? JSON.stringify(problem.params).slice(0, 2000) : '',
      }),
    });
    const syncState = stateOfSource[to];
    if (run.mode === 'run' && syncState)
      await tellSource(
        sql,
        deps,
        source,
        {
          syncState,
          ...(isEnd && { ranAt: now }),
          ...((isEnd || to === 'held' || to === 'waiting') && { lastCounts: textsOf(counts ?? countsOf(run.counts)) }),
          ...(to === 'failed' && problem && { error: errorLine(now, problemText('en', problem)) }),
        },
        now,
      );
    if (run.mode === 'selection' && isEnd) await tellSource(sql, deps, source, { ranAt: now }, now);
    return moved;
  });
}
