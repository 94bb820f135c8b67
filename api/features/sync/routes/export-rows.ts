import { once } from 'node:events';
import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { byteOrderMark, csvLine } from '@doorwright/crds/values/csv-line.ts';
import type { Response } from 'express';
import type { SyncDeps } from '../deps.ts';
import { rowsTable } from '../store/rows.ts';
import { showRow } from './shown-run.ts';

/** Rows in memory at once. */
const batch = 1_000;
const columns = ['number', 'action', 'state', 'user', 'person', 'key', 'field', 'before', 'after', 'problem'];

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** A line for each field that changes, or one for a person without changes. */
function linesOf(row: SyncRow, language: string): string {
  const { number, action, state, user, label, key, changes, problem } = showRow(row, language);
  const told = changes.length > 0 ? changes : [{ field: '', before: '', after: '' }];
  return told
    .map(({ field, before, after }) =>
      csvLine([number, action, state, user, label, key, field, asText(before), asText(after), problem]),
    )
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Sends the rows of a run as a file, a batch at a time. */
export async function sendRows({ db, store }: SyncDeps, run: SyncRun, res: Response): Promise<void> {
  res.attachment('run.csv').type('text/csv; charset=utf-8');
  res.write(`${byteOrderMark}${csvLine(columns)}\r\n`);
  for (let after = 0; !res.closed; ) {
    const rows = await db(rowsTable)
      .where({ run: run.id })
      .andWhere('number', '>', after)
      .orderBy('number')
      .limit(batch);
    const text = rows.map((row) => linesOf(store('sync-row').fromRow(row) as unknown as SyncRow, res.locals.language));
    if (!res.write(text.join(''))) await Promise.race([once(res, 'drain'), once(res, 'close')]);
    const last = rows.at(-1);
    if (!last || rows.length < batch) break;
    after = last.number;
  }
  res.end();
}
