import type { JobKind } from '../../../core/jobs/kind.ts';
import type { SyncDeps } from '../deps.ts';
import { runOnce } from './run-once.ts';

export interface RunJob {
  run: string;
}

const longestRunSeconds = 12 * 3_600;

/** Carries a run out. Each replica does two at once, so a source that is slow or endless holds up few others. */
export const syncRuns: JobKind<RunJob, SyncDeps> = {
  name: 'sync-run',
  retry: { times: 20, firstSeconds: 2, mostSeconds: 60 },
  atOnce: 4,
  lines: 1,
  withinSeconds: longestRunSeconds,
  groupOf: ({ run }) => run,
  run: ({ run }, deps) => runOnce(deps, run, AbortSignal.timeout(longestRunSeconds * 1_000)),
};
