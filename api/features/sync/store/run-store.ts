import { randomUUID } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type SyncRun, syncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { RunMode, RunState } from '@doorwright/crds/options/sync.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';
import type { Source } from '../source.ts';

export const runs = tableName(syncRun);

type Reads = Pick<Work, 'store'>;

/** States in which a process works on the run. */
export const busy: readonly RunState[] = ['reading', 'applying', 'undoing'];

/** States in which the run waits for a person. */
export const open: readonly RunState[] = ['waiting', 'held'];

export async function findRun(sql: Sql, { store }: Reads, id: string): Promise<SyncRun | undefined> {
  return (await store('sync-run').find(sql, 'admin', id)) as unknown as SyncRun | undefined;
}

/** The latest run of a source in one of these states. */
export async function latestRun(
  sql: Sql,
  { store }: Reads,
  source: string,
  states: readonly RunState[],
): Promise<SyncRun | undefined> {
  const row = await sql(runs)
    .where({ source })
    .whereIn('state', [...states])
    .orderBy('created_time', 'desc')
    .first();
  return row && (store('sync-run').fromRow(row) as unknown as SyncRun);
}

export interface NewRun {
  mode: RunMode;
  isAutomatic: boolean;
  isWhole: boolean;
  startedBy: string;
  selection?: readonly string[];
}

export async function insertRun(
  sql: Sql,
  { store }: Reads,
  source: Source,
  asked: NewRun,
  now: Date,
): Promise<SyncRun> {
  const { mode, isAutomatic, isWhole, startedBy, selection } = asked;
  const time = now.toISOString();
  return (await store('sync-run').insert(sql, {
    ...{ owner: 'admin', id: randomUUID(), createdTime: time, touchedTime: time, version: 1, state: 'reading' },
    ...{ organization: source.organization, source: source.id, sourceKind: source.kind },
    ...{ mode, isAutomatic, isWhole, startedBy, ...(selection && { selection: JSON.stringify(selection) }) },
  })) as unknown as SyncRun;
}

/** A run that another process or a person has ended meanwhile. */
export class RunEnded extends Error {}

/** Changes a run that is still in one of the states. Otherwise it is no longer this process's. */
export async function changeRun(
  sql: Sql,
  { store }: Reads,
  { id }: Pick<SyncRun, 'id'>,
  from: readonly RunState[],
  changes: Partial<SyncRun>,
): Promise<SyncRun> {
  const [row] = await sql(runs)
    .where({ owner: 'admin', id })
    .whereIn('state', [...from])
    .update(store('sync-run').toRow(changes))
    .returning('*');
  if (!row) throw new RunEnded(`run ${id} has ended meanwhile`);
  return store('sync-run').fromRow(row) as unknown as SyncRun;
}
