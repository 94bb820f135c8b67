import { setImmediate } from 'node:timers/promises';
import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { Person, Reader } from '../../../providers/directories/contract.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { type Counts, noCounts, textsOf } from '../store/counts.ts';
import { type PlannedRow, rowsTable, storeRows } from '../store/rows.ts';
import { changeRun } from '../store/run-store.ts';
import { plannedRow } from './compare.ts';
import { type Known, knownOf } from './known.ts';
import { missingPeople } from './missing.ts';

/** Other requests get their turn after so many people. */
const inTurn = 50;

interface Planning {
  deps: SyncDeps;
  run: SyncRun;
  source: Source;
  counts: Counts;
  /** The rows so far. */
  number: number;
  signal: AbortSignal;
}

/** Remembers that a run has read these people, and returns those whom it reads for the first time. */
async function firstSeen({ deps, run }: Planning, people: readonly Person[]): Promise<Set<string>> {
  const { rows } = await deps.db.raw(
    `INSERT INTO sync_seen (run, key) SELECT ?, key FROM unnest(CAST(? AS text[])) AS key ON CONFLICT DO NOTHING RETURNING key`,
    [run.id, [...new Set(people.map(({ key }) => key))]],
  );
  return new Set(rows.map(({ key }: { key: string }) => key));
}

/** Two people of a page may wish for one name. The first one gets it. */
function withNamesOf(known: Known, given: Set<string>): Known {
  return { ...known, isTaken: (name) => given.has(name) || known.isTaken(name) };
}

async function keep(planning: Planning, rows: readonly PlannedRow[]): Promise<void> {
  const { deps, run, counts } = planning;
  for (const { action } of rows) counts[action]++;
  counts.failed = counts.refuse;
  await storeRows(deps.db, deps, { run: run.id, from: planning.number, now: deps.now() }, rows);
  planning.number += rows.length;
  const touchedTime = deps.now().toISOString();
  await changeRun(deps.db, deps, run, ['reading'], { counts: textsOf(counts), touchedTime });
}

async function planPage(planning: Planning, people: readonly Person[]): Promise<void> {
  const { deps, source, counts } = planning;
  const fresh = await firstSeen(planning, people);
  const known = await knownOf(deps.db, deps, source, people);
  const given = new Set<string>();
  const rows: PlannedRow[] = [];
  for (const [at, person] of people.entries()) {
    if (at % inTurn === 0) await setImmediate();
    planning.signal.throwIfAborted();
    const isFirst = fresh.delete(person.key);
    counts.read++;
    const judged = isFirst
      ? person
      : { ...person, problem: { code: 'source-key-twice', params: { key: person.key } } as const };
    const row = plannedRow(judged, withNamesOf(known, given), source.organization);
    if (row?.action === 'add') given.add(String(row.changes.find(({ field }) => field === 'name')?.after));
    if (row) rows.push(row);
    else counts.unchanged++;
  }
  await keep(planning, rows);
}

/** Reads a source and stores what a run would do, page by page. A run that was interrupted begins again. */
export async function makePlan(
  deps: SyncDeps,
  {
    run,
    source,
    reader,
    since,
    signal,
  }: { run: SyncRun; source: Source; reader: Reader; since?: string; signal: AbortSignal },
): Promise<Counts> {
  await deps.db('sync_seen').where({ run: run.id }).delete();
  await deps.db(rowsTable).where({ run: run.id }).delete();
  const planning: Planning = { deps, run, source, counts: noCounts(), number: 0, signal };
  const keys: string[] | undefined = run.selection ? JSON.parse(run.selection) : undefined;
  const reading = { signal, ...(keys && { keys }), ...(since && { since }) };
  for await (const { people } of reader.people(reading)) await planPage(planning, people);
  // Whom a reading of changes or of chosen people leaves out is not missing. A source without anybody is held in any case.
  if (run.isWhole && !keys) for await (const rows of missingPeople(deps, run, source)) await keep(planning, rows);
  await deps.db('sync_seen').where({ run: run.id }).delete();
  return planning.counts;
}
