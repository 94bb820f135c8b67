import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { add } from '../../harness/world.ts';

/** The columns of a table of people, and the fields that they fill. */
const columns = [
  ['id', 'Id', 'string'],
  ['login', 'Name', 'string'],
  ['full_name', 'DisplayName', 'string'],
  ['mail', 'Email', 'string'],
  ['is_blocked', 'IsForbidden', 'boolean'],
] as const;

export interface PersonRow {
  id: string;
  login?: string;
  full_name?: string;
  mail?: string;
  is_blocked?: boolean;
}

export const createPeople = (table: Db) =>
  table.raw(
    'CREATE TABLE people (id text PRIMARY KEY, login text, full_name text, mail text, is_blocked boolean DEFAULT false)',
  );

/** A server whose organization `acme` gets its people from a table of another database. */
export async function startSyncWorld(settings: { now?: () => Date } = {}) {
  const other = await createDatabase({ empty: true });
  const table = connect(other.url);
  await createPeople(table);
  const clock = handTicker();
  const app = await startApp({
    ticker: clock.ticker,
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' },
    ...settings,
  });
  const root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  return {
    ...{ app, root, table, clock },
    tick: () => clock.tick('*/5 * * * * *', (settings.now ?? (() => new Date()))()),
    async stop() {
      await app.stop();
      await table.destroy();
      await other.drop();
    },
    /** A syncer of the table. */
    addSyncer: (name: string, more: Record<string, unknown> = {}) => addSyncer(root, other.url, name, more),
  };
}

export type SyncWorld = Awaited<ReturnType<typeof startSyncWorld>>;

/** A syncer of the table of people in a database. */
export function addSyncer(root: Client, databaseUrl: string, name: string, more: Record<string, unknown> = {}) {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  return add(root, 'syncer', {
    ...{ name, organization: 'acme', type: 'Database', databaseType: 'postgres', sslMode: 'disable' },
    ...{ host: hostname, port: Number(port), user: username, password: decodeURIComponent(password) },
    ...{ database: pathname.slice(1), table: 'people', tablePrimaryKey: 'id', syncInterval: 10 },
    tableColumns: columns.map(([column, casdoorName, type]) => ({
      ...{ name: column, casdoorName, type, isHashed: true, values: [] },
    })),
    ...more,
  });
}

export const addPeople = (table: Db, ...people: PersonRow[]) =>
  table('people').insert(people.map((person) => ({ login: person.id, full_name: person.id, ...person })));

/** The same number of people, with names that begin with `stem`. */
export const addMany = (table: Db, stem: string, count: number) =>
  addPeople(table, ...Array.from({ length: count }, (_, at) => ({ id: `${stem}${at}` })));

export const run = (client: Client, name: string, query: Record<string, string> = {}) =>
  client.post('run-syncer', undefined, { query: { id: `admin/${name}`, ...query } });

export const rowsOf = async (client: Client, id: string, query: Record<string, string> = {}) =>
  (await client.get('get-sync-rows', { run: id, pageSize: '100', ...query })).body.data;

export const userOf = async (client: Client, name: string) =>
  (await client.get('get-user', { id: `acme/${name}` })).body.data;

export type { TestApp };
