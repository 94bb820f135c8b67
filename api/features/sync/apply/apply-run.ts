import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { SourceGroup } from '../../../providers/directories/contract.ts';
import { contextOfRun } from '../context.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { countStates } from '../store/count-states.ts';
import { type Counts, countsOf, textsOf } from '../store/counts.ts';
import { nextRows, type PlannedRow, rowsTable, storeRows } from '../store/rows.ts';
import { changeRun } from '../store/run-store.ts';
import { type Applying, applyRows } from './apply-rows.ts';
import { targetObject } from './group-targets.ts';
import { makeGroups } from './make-groups.ts';
import { failureOf } from './row-failure.ts';

const batch = 500;

/** Writes down which groups could not take members, so that the run is not called done. */
async function reportGroups(
  deps: SyncDeps,
  run: SyncRun,
  refused: ReadonlyMap<string, Parameters<typeof failureOf>[0]>,
) {
  const { db, now } = deps;
  const last = await db(rowsTable).where({ run: run.id }).max({ number: 'number' }).first();
  const rows = [...refused].map(
    ([label, refusal]): PlannedRow => ({ ...{ key: '', label, action: 'refuse', changes: [] }, ...failureOf(refusal) }),
  );
  if (rows.length > 0) await storeRows(db, deps, { run: run.id, from: Number(last?.number ?? 0), now: now() }, rows);
}

/** Applies the plan of a run, batch by batch. After a crash it goes on where it was. */
export async function applyRun(
  deps: SyncDeps,
  { run, source, signal }: { run: SyncRun; source: Source; signal: AbortSignal },
): Promise<Counts> {
  const { db, now } = deps;
  const context = contextOfRun(source.organization, now(), run.mode === 'selection' ? 'sync-ldap-users' : 'run-syncer');
  const applying: Applying = { deps, source, context, refusedGroups: new Map() };
  const groups: SourceGroup[] = run.groups ? JSON.parse(run.groups) : [];
  const refused = await makeGroups(deps, context, source, groups);
  const states = await countStates(db, run.id);
  for (let after = 0; ; ) {
    signal.throwIfAborted();
    const rows = await nextRows(db, deps, { run: run.id, state: 'planned', after, limit: batch });
    const last = rows.at(-1);
    if (!last) break;
    after = last.number;
    applying.context = { ...context, now: now() };
    const applied = await applyRows(applying, rows);
    states.done += applied.done;
    states.failed += applied.failed;
    states.kept += applied.kept;
    const counts = { ...countsOf(run.counts), ...states };
    await changeRun(db, deps, run, ['applying'], { counts: textsOf(counts), touchedTime: now().toISOString() });
  }
  const ofGroups = new Map([
    ...refused.map(({ name, refusal }) => [name, refusal] as const),
    ...[...applying.refusedGroups].map(([target, refusal]) => [targetObject(target).name, refusal] as const),
  ]);
  await reportGroups(deps, run, ofGroups);
  return { ...countsOf(run.counts), ...(await countStates(db, run.id)) };
}
