import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { aSecret } from '../webhooks/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

export interface SourcesWorld {
  world: World;
  /** The database of another system, with the tables of people. */
  other: Db;
  /** Makes a table of people with this name, and declares the Syncer of that name, which reads it. */
  declare(name: string, spec?: object, metadata?: object): Promise<void>;
  /** Adds as many people to a table. */
  people(table: string, count: number): Promise<unknown>;
  /** Runs a syncer as an administrator does. */
  run(name: string): Promise<{ status: string; code?: string; data: Record<string, unknown> }>;
  /** Lets the clock of automatic runs tick. */
  tick(): Promise<unknown>;
  /** Waits until a condition has this status and reason, and returns its message. */
  says(kind: string, name: string, type: string, expected: string): Promise<string>;
  /** How many users that a table gave are blocked, of all of them. */
  blocked(table: string): Promise<{ blocked: number; all: number }>;
  stop(): Promise<void>;
}

const columns = [
  ['id', 'Id'],
  ['login', 'Name'],
  ['full_name', 'DisplayName'],
] as const;

export async function startSources(): Promise<SourcesWorld> {
  const database = await createDatabase({ empty: true });
  const other = connect(database.url);
  const clock = handTicker();
  const settings = { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' };
  const world = await startWorld({}, {}, { settings, ticker: clock.ticker });
  const { hostname, port, username, password, pathname } = new URL(database.url);
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme' }),
    aSecret('people', { password: decodeURIComponent(password) }),
  );
  await world.ready('organization', 'acme');
  return {
    world,
    other,
    async declare(name, spec = {}, metadata = {}) {
      if (!(await other.schema.hasTable(name)))
        await other.schema.createTable(name, (table) => {
          table.text('id').primary();
          table.text('login');
          table.text('full_name');
        });
      await world.apply(
        a(
          'Syncer',
          name,
          {
            ...{ organizationRef: { name: 'acme' }, type: 'Database', databaseType: 'postgres', sslMode: 'disable' },
            ...{ host: hostname, port: Number(port), user: username, database: pathname.slice(1) },
            ...{ passwordSecretRef: { name: 'people', key: 'password' }, table: name, tablePrimaryKey: 'id' },
            tableColumns: columns.map(([column, casdoorName]) => ({ name: column, casdoorName })),
            ...spec,
          },
          metadata,
        ),
      );
      await world.ready('syncer', name);
    },
    people: (table, count) =>
      other(table).insert(
        Array.from({ length: count }, (_, at) => {
          const id = `${table}-${at}`;
          return { id, login: id, full_name: id };
        }),
      ),
    run: async (name) => (await world.admin.post('run-syncer', undefined, { query: { id: `admin/${name}` } })).body,
    tick: () => clock.tick('*/5 * * * * *', new Date()),
    async says(kind, name, type, expected) {
      let seen = '';
      let message = '';
      await eventually(async () => {
        const condition = await world.condition(kind, name, type);
        seen = `${condition?.status}/${condition?.reason}`;
        message = condition?.message ?? '';
        return seen === expected;
      }).catch((error) => {
        throw new Error(`${error.message}: ${type} of ${name} is ${seen} and not ${expected}: ${message}`);
      });
      return message;
    },
    async blocked(table) {
      const rows = await world.app.db('users').where('owner', 'acme').whereLike('id', `${table}-%`).select();
      return { blocked: rows.filter((row) => row.is_forbidden).length, all: rows.length };
    },
    async stop() {
      await world.stop();
      await other.destroy();
      await database.drop();
    },
  };
}
