import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { latestRun } from '../store/run-store.ts';

/**
 * Whether an automatic run waits for a person: before the first approved run of a source, and after somebody took a run back. A
 * person's own call is an approval.
 */
export async function needsApproval(deps: SyncDeps, run: SyncRun, source: Source): Promise<boolean> {
  if (!run.isAutomatic || run.isApproved) return false;
  if (source.object.needsApproval && !source.object.approvedTime) return true;
  const last = await latestRun(deps.db, deps, source.id, ['done', 'degraded', 'undone']);
  return last?.state === 'undone';
}
