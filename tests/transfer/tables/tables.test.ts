import { openTables } from '@doorwright/transfer/tables/open-tables.ts';
import type { Tables } from '@doorwright/transfer/tables/tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases, type ReadDatabase } from '../databases.ts';

/** More rows than one statement reads. Keys with letters and digits are in the order of bytes. */
const keys = Array.from({ length: 10_700 }, (_, at) => `${'aBz9ü'.charAt(at % 5)}${at}`);

describe.each(databases)('$title', ({ start }) => {
  let database: ReadDatabase;
  let tables: Tables;
  beforeAll(async () => {
    database = await start();
    await database.run('CREATE TABLE PEOPLE (Realm varchar(40), Id varchar(40), Born timestamp, Amount bigint)');
    for (let at = 0; at < keys.length; at += 2000) {
      const rows = keys.slice(at, at + 2000).map((key) => `('one', '${key}', '2026-01-02 03:04:05', 9007199254740993)`);
      await database.run(`INSERT INTO PEOPLE VALUES ${rows.join(', ')}`);
    }
    await database.run("INSERT INTO PEOPLE VALUES ('two', 'a0', NULL, NULL)");
    await database.run('CREATE TABLE nobody (id varchar(40))');
    tables = await openTables(database.url);
  });
  afterAll(async () => {
    await tables?.close();
    await database?.stop();
  });

  async function pagesOf(where?: { column: string; isOneOf: string[] }) {
    const pages: string[][] = [];
    for await (const page of tables.pages('people', ['realm', 'id'], where))
      pages.push(page.map(({ id }) => String(id)));
    return pages;
  }

  test('names are in lower case, and a missing table is empty', async () => {
    expect([...(await tables.names())].filter((name) => ['people', 'nobody'].includes(name)).sort()).toEqual([
      'nobody',
      'people',
    ]);
    expect([...(await tables.columnsOf('people'))].sort()).toEqual(['amount', 'born', 'id', 'realm']);
    expect(await tables.columnsOf('missing')).toEqual(new Set());
    expect(await tables.rows('missing')).toEqual([]);
    expect(await Promise.all(['people', 'nobody', 'missing'].map(tables.count))).toEqual([10_701, 0, 0]);
  });

  test('pages have each row once, in the order of bytes of the key', async () => {
    const pages = await pagesOf();
    expect(pages.map((page) => page.length)).toEqual([...Array(21).fill(500), 201]);
    const inOrder = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(pages.flat()).toEqual([...inOrder, 'a0']);
  });

  test('pages and rows can have some values only, also very many', async () => {
    expect((await pagesOf({ column: 'realm', isOneOf: ['two'] })).flat()).toEqual(['a0']);
    expect(await pagesOf({ column: 'realm', isOneOf: [] })).toEqual([]);
    expect(await tables.rows('people', { column: 'id', isOneOf: keys.slice(0, 1500) })).toHaveLength(1501);
  });

  test('large numbers and times keep their digits', async () => {
    const [row] = await tables.rows('people', { column: 'id', isOneOf: [keys[7] ?? ''] });
    expect(String(row?.amount)).toBe('9007199254740993');
    expect(String(row?.born)).toBe('2026-01-02 03:04:05');
  });

  test('the reader sees one moment', async () => {
    await tables.count('nobody');
    if (database.dialect === 'sqlite') return;
    await database.run("INSERT INTO nobody VALUES ('later')");
    expect(await tables.count('nobody')).toBe(0);
  });
});
