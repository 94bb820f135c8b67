import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { Refusal } from '../../../core/errors.ts';
import { enqueue } from '../../../core/jobs/enqueue.ts';
import type { Sql } from '../../../db/knex.ts';
import type { SyncDeps } from '../deps.ts';
import { type Source, tellSource } from '../source.ts';
import { busy, insertRun, latestRun, type NewRun, open, runs } from '../store/run-store.ts';
import { syncRuns } from './run-job.ts';

/** A run without progress for this long has lost its process, and its job has failed for good. */
const lostMs = 15 * 60_000;

/** Until the transaction ends, nobody else starts a run of the source. */
const lockSource = (sql: Sql, { id }: Source) =>
  sql.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`sync ${id}`]);

async function refuseBusy(deps: SyncDeps, sql: Sql, source: Source): Promise<void> {
  const running = await latestRun(sql, deps, source.id, busy);
  if (!running) return;
  const isLost = deps.now().getTime() - Date.parse(running.touchedTime) > lostMs;
  if (!isLost) throw new Refusal('sync-running', {}, { data: { id: running.id } });
  await sql(runs)
    .where({ owner: 'admin', id: running.id })
    .update({ state: 'failed', reason: 'sync-interrupted', end_time: deps.now() });
}

/** Starts a run, in place of one that waits. Two runs of a source never go on at once. */
export async function startRun(deps: SyncDeps, source: Source, asked: NewRun): Promise<SyncRun> {
  const now = deps.now();
  return deps.db.transaction(async (sql) => {
    await lockSource(sql, source);
    await refuseBusy(deps, sql, source);
    if (asked.mode === 'run')
      await sql(runs)
        .where({ source: source.id })
        .whereIn('state', [...open])
        .update({ state: 'replaced', end_time: now });
    const run = await insertRun(sql, deps, source, asked, now);
    if (asked.mode === 'run') {
      const approvedAt = asked.isAutomatic ? undefined : now;
      await tellSource(sql, deps, source, { syncState: 'Running', ...(approvedAt && { approvedAt }) }, now);
    }
    await enqueue(sql, syncRuns, { run: run.id });
    return run;
  });
}

interface Decision {
  from: readonly SyncRun['state'][];
  to: SyncRun['state'];
  changes?: Record<string, unknown>;
  /** A job goes on with the run. */
  goesOn: boolean;
}

/** Lets a person decide about a run: approve it, take it back, or stop it. */
export async function decide(deps: SyncDeps, source: Source, run: SyncRun, decision: Decision): Promise<void> {
  const { from, to, changes = {}, goesOn } = decision;
  const now = deps.now();
  await deps.db.transaction(async (sql) => {
    await lockSource(sql, source);
    if (goesOn) await refuseBusy(deps, sql, source);
    const changed = await sql(runs)
      .where({ owner: 'admin', id: run.id })
      .whereIn('state', [...from])
      .update({ state: to, touched_time: now, ...(!goesOn && { end_time: now }), ...changes });
    if (changed === 0) throw new Refusal('sync-not-open');
    if (goesOn) await enqueue(sql, syncRuns, { run: run.id });
  });
}
