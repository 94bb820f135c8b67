import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type SyncRow, syncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';

export const rowsTable = tableName(syncRow);

/** A row before it has a number. */
export type PlannedRow = Pick<SyncRow, 'key' | 'label' | 'action' | 'changes'> &
  Partial<Pick<SyncRow, 'user' | 'userId' | 'wish' | 'owned' | 'digest' | 'code' | 'field' | 'problem'>>;

/** Rows of one statement: it takes at most 65,535 values. */
const batch = 500;

/** Stores rows with the numbers after `from`. */
export async function storeRows(
  sql: Sql,
  { store }: Pick<Work, 'store'>,
  { run, from, now }: { run: string; from: number; now: Date },
  planned: readonly PlannedRow[],
): Promise<void> {
  const { toRow } = store('sync-row');
  const stored = planned.map((row, at) => {
    const number = from + at + 1;
    const fixed = { owner: 'admin', id: `${run} ${number}`, createdTime: now.toISOString(), version: 1, run, number };
    return toRow({ ...fixed, state: row.action === 'refuse' ? 'failed' : 'planned', ...row });
  });
  for (let at = 0; at < stored.length; at += batch) await sql(rowsTable).insert(stored.slice(at, at + batch));
}

/** Planned rows of a run, in their order. */
export async function nextRows(
  sql: Sql,
  { store }: Pick<Work, 'store'>,
  { run, state, after, limit }: { run: string; state: SyncRow['state']; after: number; limit: number },
): Promise<SyncRow[]> {
  const found = await sql(rowsTable)
    .where({ run, state })
    .andWhere('number', '>', after)
    .orderBy('number')
    .limit(limit);
  return found.map((row) => store('sync-row').fromRow(row) as unknown as SyncRow);
}

/**
 * Says what became of a row, in the transaction that did it. False if another process has done the row already: then the transaction
 * must not do it again.
 */
export async function settleRow(
  sql: Sql,
  { id }: Pick<SyncRow, 'id'>,
  from: SyncRow['state'],
  changes: Partial<Pick<SyncRow, 'state' | 'code' | 'field' | 'problem'>> & { user?: string; user_id?: string },
): Promise<boolean> {
  const changed = await sql(rowsTable)
    .where({ owner: 'admin', id, state: from })
    .update({ ...changes, digest: '' });
  return changed > 0;
}

/** Takes planned rows as done, all at once, and returns those that no other process has done. */
export async function claimRows(sql: Sql, rows: readonly SyncRow[]): Promise<SyncRow[]> {
  const claimed = await sql(rowsTable)
    .where({ owner: 'admin', state: 'planned' })
    .whereIn(
      'id',
      rows.map(({ id }) => id),
    )
    .update({ state: 'done', digest: '' })
    .returning('id');
  const ids = new Set(claimed.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** Writes down which users claimed rows have made. */
export const noteUsers = (sql: Sql, made: readonly { row: string; userId: string }[]) =>
  sql.raw(
    `UPDATE "${rowsTable}" AS r SET user_id = made.user_id
     FROM unnest(CAST(? AS text[]), CAST(? AS text[])) AS made(id, user_id) WHERE r.owner = 'admin' AND r.id = made.id`,
    [made.map(({ row }) => row), made.map(({ userId }) => userId)],
  );
