import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kind, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { byteOrderMark, csvLine } from '@doorwright/crds/values/csv-line.ts';
import type { Response } from 'express';
import type { ListQuery } from '../core/objects/storage/list-query.ts';
import type { Store } from '../core/objects/storage/store.ts';
import type { Db } from '../db/knex.ts';

/** Objects in memory at once. */
const batchSize = 1_000;

/** All objects of a query, the newest first, a batch at a time. */
async function* batchesOf(db: Db, store: Store, query: ListQuery): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = store.narrowed(db(store.table), query);
    if (last) rows.whereRaw('(created_time, name) < (?, ?)', [last.createdTime, String(last.name)]);
    const batch = (
      await rows
        .orderBy([
          { column: 'created_time', order: 'desc' },
          { column: 'name', order: 'desc' },
        ])
        .limit(batchSize)
    ).map(store.fromRow);
    if (batch.length > 0) yield batch;
    last = batch.length === batchSize ? batch.at(-1) : undefined;
  } while (last);
}

const textOf = (value: unknown): string | number =>
  typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value ?? '');

/** The forms of an export: its media type, what it begins with, and one object. */
export const formats = {
  csv: {
    type: 'text/csv; charset=utf-8',
    begin: (names: readonly string[]) => `${byteOrderMark}${csvLine(names)}\r\n`,
    line: (names: readonly string[], row: Row) => `${csvLine(names.map((name) => textOf(row[name])))}\r\n`,
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    begin: () => '',
    line: (names: readonly string[], row: Row) =>
      `${JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]])))}\n`,
  },
} as const;

export type Format = keyof typeof formats;

interface Export {
  db: Db;
  store: Store;
  kind: Kind;
  query: ListQuery;
  format: Format;
  /** The members that it has, in place of the object's own. */
  shown?: { names: readonly string[]; of: (row: Row) => Row };
  /** Says whether the reader may still read. */
  mayRead: () => Promise<boolean>;
}

const lookEveryMs = 1_000;

/** Waits until a reader takes more. Tells whether they may still read, so that a slow reader who lost the right keeps no connection. */
async function drained(res: Response, mayRead: () => Promise<boolean>): Promise<boolean> {
  while (res.writableNeedDrain && !res.destroyed) {
    const woken = new AbortController();
    const { signal } = woken;
    const waits = [
      once(res, 'drain', { signal }),
      once(res, 'close', { signal }),
      pause(lookEveryMs, null, { signal }),
    ];
    await Promise.race(waits);
    woken.abort();
    await Promise.allSettled(waits);
    if (!(await mayRead())) return false;
  }
  return true;
}

const allOf = (kind: Kind): NonNullable<Export['shown']> => ({
  names: fieldsOf(kind).flatMap(({ name, computed }) => (computed || name === 'version' ? [] : [name])),
  of: (row) => row,
});

/** Writes objects into a response as fast as its reader takes them. A reader that leaves ends the export. */
export async function writeExport(res: Response, asked: Export): Promise<void> {
  const { db, store, kind, query, format, mayRead, shown = allOf(kind) } = asked;
  const { type, begin, line } = formats[format];
  const { names } = shown;
  res.set({ 'Content-Type': type, 'Content-Disposition': `attachment; filename="${kind.plural}.${format}"` });
  res.write(begin(names));
  for await (const batch of batchesOf(db, store, query)) {
    if (res.destroyed) return;
    // A file that breaks off shows that it is not whole.
    if (!(await mayRead())) return void res.destroy();
    const isTaken = res.write(batch.map((row) => line(names, shown.of(row))).join(''));
    if (!isTaken && !(await drained(res, mayRead))) return void res.destroy();
  }
  res.end();
}
