import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import type { Person } from '@doorwright/api/providers/directories/contract.ts';
import { openReader } from '@doorwright/api/providers/directories/open-reader.ts';
import { type Syncer, syncer } from '@doorwright/crds/kinds/syncer.ts';
import { createDatabase } from '../../../harness/database/database.ts';
import { startMariaDb } from '../../../harness/mariadb/mariadb.ts';

/** A database of another system, where tests run statements as its owner. */
export interface OtherDatabase {
  /** How a syncer reaches it. */
  place: Partial<Syncer>;
  sqliteFolder?: string;
  run: (text: string) => Promise<unknown>;
  rows: (text: string) => Promise<unknown[][]>;
  stop: () => Promise<unknown>;
}

export async function postgresDatabase(): Promise<OtherDatabase> {
  const { url, drop } = await createDatabase({ empty: true });
  const db = connect(url);
  const { hostname: host, port, username: user, password, pathname } = new URL(url);
  return {
    place: {
      ...{ databaseType: 'postgres', host, port: Number(port), user, password, database: pathname.slice(1) },
      sslMode: 'disable',
    },
    run: (text) => db.raw(text),
    rows: async (text) => (await db.raw(text)).rows.map(Object.values),
    stop: () => db.destroy().then(drop),
  };
}

export async function mariaDatabase(): Promise<OtherDatabase & { certificate: string }> {
  const { root, certificate, port, stop } = await startMariaDb();
  await root.query(
    `CREATE DATABASE people CHARACTER SET utf8mb4; CREATE USER reader IDENTIFIED BY 'secret-of-reader'; GRANT ALL ON people.* TO reader; USE people`,
  );
  return {
    place: {
      ...{ databaseType: 'mysql', host: '127.0.0.1', port, user: 'reader', password: 'secret-of-reader' },
      ...{ database: 'people', sslMode: 'disable' },
    },
    certificate,
    run: (text) => root.query(text),
    rows: async (text) => (await root.query<never[]>({ sql: text, rowsAsArray: true }))[0],
    stop,
  };
}

export async function sqliteDatabase(): Promise<OtherDatabase> {
  const sqliteFolder = mkdtempSync(join(tmpdir(), 'doorwright-sqlite-'));
  mkdirSync(join(sqliteFolder, 'acme'));
  const file = new DatabaseSync(join(sqliteFolder, 'acme', 'people.db'));
  return {
    place: { databaseType: 'sqlite3', database: 'people.db' },
    sqliteFolder,
    run: async (text) => file.exec(text),
    rows: async (text) => file.prepare(text).all().map(Object.values),
    stop: async () => {
      file.close();
      rmSync(sqliteFolder, { recursive: true });
    },
  };
}

export const egress = createEgress({ allow: [], tenants: new Map([['acme', ['127.0.0.0/8', '::1/128']]]) });

export const depsOf = ({ sqliteFolder }: Pick<OtherDatabase, 'sqliteFolder'>) => ({
  ...{ egress, sqliteFolder, passwordType: 'md5-salt' },
});

export type Column = Syncer['tableColumns'][number];

export const column = (name: string, casdoorName: Column['casdoorName'], own: Partial<Column> = {}): Column => ({
  ...{ name, casdoorName, type: 'string', isHashed: true, values: [] },
  ...own,
});

/** A syncer of the organization acme, as its kind fills it in. */
export const syncerOf = (database: Pick<OtherDatabase, 'place'>, own: Partial<Syncer> = {}): Syncer =>
  syncer.schema.parse({
    ...{
      owner: 'admin',
      name: 'people',
      createdTime: '2026-01-01T00:00:00.000Z',
      version: 1,
      organization: 'acme',
      table: 'people',
      tablePrimaryKey: 'id',
    },
    ...{ tableColumns: [column('id', 'Id'), column('name', 'Name')] },
    ...database.place,
    ...own,
  });

const never = new AbortController().signal;

/** Reads everybody, or the people with these keys, with the number of people on each page. */
export async function readAll(
  database: OtherDatabase,
  own: Partial<Syncer> = {},
  { keys, signal = never }: { keys?: string[]; signal?: AbortSignal } = {},
): Promise<{ people: Person[]; pages: number[] }> {
  const reader = await openReader(
    { kind: 'syncer', organization: 'acme', object: syncerOf(database, own) },
    depsOf(database),
  );
  const people: Person[] = [];
  const pages: number[] = [];
  try {
    for await (const page of reader.people({ signal, ...(keys && { keys }) })) {
      people.push(...page.people);
      pages.push(page.people.length);
    }
  } finally {
    await reader.close();
  }
  return { people, pages };
}
