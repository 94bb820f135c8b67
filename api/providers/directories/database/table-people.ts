import type { SqlSession } from '../../../core/sql-reader/open-sql.ts';
import { longestValue } from '../../../core/sql-reader/statements.ts';
import { type Page, type Person, type Reading, SourceError } from '../contract.ts';
import type { RowValues } from './mapping.ts';

export const pageSize = 500;

export interface TableOfPeople {
  table: string;
  key: string;
  columns: readonly string[];
  where?: { column: string; is: string } | undefined;
}

export interface TableRow {
  key: string;
  values: RowValues;
}

/** Refuses a table that lacks a column, and names it. */
export async function checkColumns(session: SqlSession, { table, key, columns }: TableOfPeople): Promise<void> {
  const found = new Set((await session.describe({ table, key })).map(({ name }) => name));
  if (!found.has(key))
    throw new SourceError({ code: 'database-no-column', params: { table, column: key }, field: 'tablePrimaryKey' });
  for (const column of columns)
    if (!found.has(column))
      throw new SourceError({ code: 'database-no-column', params: { table, column }, field: 'tableColumns' });
}

/** Rows with an equal key would be lost at the end of a page, and their people would count as missing. */
async function checkKey(session: SqlSession, { table, key }: TableOfPeople): Promise<void> {
  const { rows, keys } = await session.count({ table, key });
  if (rows !== keys)
    throw new SourceError({ code: 'database-key-repeated', params: { column: key }, field: 'tablePrimaryKey' });
}

/** Chosen keys, a page at a time. */
function* chunks(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += pageSize) yield keys.slice(start, start + pageSize);
}

async function* pagesOf(session: SqlSession, source: TableOfPeople, keys: readonly string[] | undefined) {
  const { where, ...query } = source;
  const asked = { ...query, rows: pageSize, ...(where && { where }) };
  if (!keys) return yield* session.pages(asked);
  for (const some of chunks(keys)) yield* session.pages({ ...asked, keys: some });
}

/** The people of a table, page by page in the order of its key. */
export async function* tablePeople(
  session: SqlSession,
  source: TableOfPeople,
  { keys, signal }: Reading,
  toPeople: (rows: readonly TableRow[]) => Promise<Person[]>,
): AsyncGenerator<Page> {
  const stop = () => void session.close().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    if (!keys) await checkKey(session, source);
    for await (const rows of pagesOf(session, source, keys)) {
      signal.throwIfAborted();
      const read = rows.map(([key, ...values]) => ({
        key: key ?? '',
        values: new Map(source.columns.map((column, index) => [column, values[index] ?? ''])),
      }));
      if (read.some(({ key }) => key === '' || key.length > longestValue))
        throw new SourceError({
          code: 'database-key-repeated',
          params: { column: source.key },
          field: 'tablePrimaryKey',
        });
      yield { people: await toPeople(read) };
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
