import { sourceKinds } from '@doorwright/crds/options/sync.ts';
import { Refusal } from '../../core/errors.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import type { SyncDeps } from './deps.ts';
import { isWholeDue } from './runs/positions.ts';
import { startRun } from './runs/start-run.ts';
import { type Source, sourceOf, tellSource } from './source.ts';
import { latestRun, open } from './store/run-store.ts';

/** A run that waits for a person is planned anew after this time, so that its plan is not too old. */
const replannedMs = 3_600_000;

/** Seconds between two automatic runs. None for a source that runs by hand only. */
function intervalOf(source: Source): number | undefined {
  if (source.kind === 'ldap') return source.object.autoSync > 0 ? source.object.autoSync * 60 : undefined;
  return source.object.isEnabled ? Math.max(source.object.syncInterval, 1) : undefined;
}

async function startIfDue(deps: SyncDeps, source: Source): Promise<void> {
  const seconds = intervalOf(source);
  if (!seconds) return;
  const now = deps.now();
  const next = { nextRunAt: new Date(now.getTime() + seconds * 1_000) };
  // An interval of minutes begins with a pause, as in Casdoor 2022. An enabled syncer runs at once.
  if (source.kind === 'ldap' && !source.object.nextRunTime) return tellSource(deps.db, deps, source, next, now);
  const waiting = await latestRun(deps.db, deps, source.id, open);
  await tellSource(deps.db, deps, source, next, now);
  if (waiting && now.getTime() - Date.parse(waiting.createdTime) < replannedMs) return;
  const isWhole = await isWholeDue(deps, source);
  await startRun(deps, source, { mode: 'run', isAutomatic: true, isWhole, startedBy: '' }).catch((error) => {
    // The run before still goes on.
    if (!(error instanceof Refusal) || error.code !== 'sync-running') throw error;
  });
}

/** Starts the automatic runs that are due. */
export async function startDueRuns(deps: SyncDeps): Promise<void> {
  const { db, store, now } = deps;
  for (const kind of sourceKinds) {
    const { table, fromRow } = store(kind);
    const rows = await db(table)
      .where(kind === 'ldap' ? db.raw('auto_sync > 0') : { is_enabled: true })
      .where((due) => due.whereNull('next_run_time').orWhere('next_run_time', '<=', now()));
    for (const row of rows) {
      const source = await sourceOf(db, deps, kind, fromRow(row));
      await startIfDue(deps, source).catch((err) => {
        // One source must not keep the others from running.
        deps.log.error({ err, source: source.title }, 'An automatic run could not start');
      });
    }
  }
}

/** Looks for due sources every five seconds. */
export const dueSyncs: JobKind<object, SyncDeps> = {
  name: 'sync-due',
  cron: '*/5 * * * * *',
  retry: { times: 1, firstSeconds: 5, mostSeconds: 5 },
  atOnce: 1,
  withinSeconds: 60,
  run: (_payload, deps) => startDueRuns(deps),
};
