import type { Socket } from 'node:net';
import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import { readPolicies } from '@doorwright/api/features/decisions/adapters/read-policies.ts';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Adapter } from '@doorwright/crds/kinds/adapter.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { registry } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';
import { createPolicyDatabase, hostile, startDoor, startHostile, startTlsDoor } from './policy-databases.ts';
import { createDecisions, type Decisions, fresh, modelText } from './world.ts';

let world: Decisions['world'];
let ask: Decisions['ask'];
let decided: Decisions['decided'];
let policies: Awaited<ReturnType<typeof createPolicyDatabase>>;
let table: string;
beforeAll(async () => {
  ({ world, ask, decided } = await createDecisions({ DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' }));
  policies = await createPolicyDatabase();
  table = await policies.table([['p', 'alice', 'data', 'read']]);
});
afterAll(async () => {
  await world.app.stop();
  await policies.stop();
});

type Own = Record<string, unknown>;
const request = ['alice', 'data', 'read'];

/** An adapter, and an enforcer that uses it. */
async function adapted(own: Own = {}, matcher = 'r.sub == p.sub && r.obj == p.obj && r.act == p.act') {
  const name = fresh('adapter');
  const object = { owner: 'acme', name, displayName: name };
  const id = `acme/${name}`;
  await add(world.acme.admin, 'adapter', { ...object, ...policies.connection, table, ...own });
  await add(world.acme.admin, 'model', { ...object, modelText: modelText(matcher, { p: 'sub, obj, act' }) });
  await add(world.acme.admin, 'enforcer', { ...object, model: id, adapter: id });
  const change = async (own: Own) =>
    expect((await world.acme.admin.post('update-adapter', own, { query: { id } })).body).toMatchObject({
      status: 'ok',
    });
  return { id, query: { enforcerId: id }, change };
}

/** The error that a global administrator gets. */
const refusal = async (own: Own, client = world.root) => (await ask(client, (await adapted(own)).query, request)).body;

describe('the error for an unreadable table names the field to correct', () => {
  test.each([
    ['a wrong password', { password: 'wrong' }, 'user'],
    ['no password', { password: '' }, 'user'],
    ['a missing database', { database: 'nowhere' }, 'database'],
    ['a missing table', { table: 'nowhere' }, 'table'],
    ['a table of the system', { table: 'pg_authid' }, 'table'],
    ['TLS without support on the server', { sslMode: 'require' }, 'sslMode'],
    ['a port where nobody listens', { port: 1 }, 'host'],
    ['an unknown host', { host: 'nobody.invalid' }, 'host'],
    ['no host', { host: '' }, 'host'],
  ])('%s', async (_what, own, field) => {
    const body = await refusal(own);
    expect(body).toMatchObject({ status: 'error', code: 'adapter-failed', fields: [{ field }], data: null });
    const secrets = [policies.connection.password, '127.0.0.1', 'ECONN', 'ENOTFOUND'];
    for (const secret of secrets) expect(JSON.stringify(body) + world.app.logged.join()).not.toContain(secret);
  });

  test('in the language of the caller', async () => {
    const { query } = await adapted({ table: 'nowhere' });
    const headers = { 'Accept-Language': 'de' };
    const { body } = await world.root.post('enforce', request, { query, headers });
    expect(body.msg).toContain('Spalten');
  });

  test('also if a value is longer than the limit for requests', async () => {
    const long = await policies.table([['p', 'alice', 'x'.repeat(1001), 'read']]);
    expect(await refusal({ table: long })).toMatchObject({ code: 'adapter-failed', fields: [{ field: 'table' }] });
  });
});

test('at most twenty thousand policies are evaluated, and at most ten thousand one by one', async () => {
  const many = await policies.table([]);
  const fill = 'INSERT INTO ?? (ptype, v0, v1, v2) SELECT ?, ? || i, ?, ? FROM generate_series(0, 20000) AS i';
  await policies.db.raw(fill, [many, 'p', 'user-', 'data', 'read']);
  const { query, change } = await adapted({ table: many });
  expect((await ask(world.acme.application, query, request)).body.code).toBe('too-many-policies');
  await policies.db(many).where({ v0: 'user-0' }).delete();
  await change({ tableNamePrefix: many, table: '' });
  expect(await decided(query, ['user-20000', 'data', 'read'])).toBe(true);
  const slow = await adapted({ table: many }, 'r.sub != p.sub');
  expect((await ask(world.acme.application, slow.query, request)).body.code).toBe('too-many-policies');
});

describe('the cache of a table', () => {
  afterEach(() => void vi.useRealTimers());

  test('is shared by simultaneous requests, and ends after half a minute or when the adapter changes', async () => {
    const door = await startDoor(policies.connection.port);
    const own = await policies.table([['p', 'alice', 'data', 'read']]);
    const { query, change } = await adapted({ port: door.port, table: own });
    const allows = () => decided(query, request);
    expect(await Promise.all(Array.from({ length: 20 }, allows))).not.toContain(false);
    expect(door.connections()).toBe(1);
    await policies.db(own).delete();
    expect(await allows()).toBe(true);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await allows()).toBe(false);
    await policies.db(own).insert({ ptype: 'p', v0: 'alice', v1: 'data', v2: 'read' });
    await change({ table: '' });
    await change({ table: own });
    expect(await allows()).toBe(true);
    expect(door.connections()).toBe(3);
    // A clock that is put back does not make the cache valid for longer.
    await policies.db(own).delete();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    expect(await allows()).toBe(false);
    door.stop();
  });

  test('keeps a failure for five seconds, so that not every request calls the host', async () => {
    const door = await startHostile((socket) => socket.destroy());
    const { query } = await adapted({ port: door.port });
    for (let count = 0; count < 5; count++)
      expect((await ask(world.root, query, request)).body.code).toBe('adapter-failed');
    expect(door.connections()).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    expect((await ask(world.root, query, request)).body.code).toBe('adapter-failed');
    expect(door.connections()).toBe(2);
    door.stop();
  });
});

test('TLS encrypts, and checks the certificate if the adapter asks for it', async () => {
  const door = await startTlsDoor(policies.connection.port);
  const own = { host: 'localhost', port: door.port };
  expect(await decided((await adapted({ ...own, sslMode: 'require' })).query, request)).toBe(true);
  expect(await refusal({ ...own, sslMode: 'verify-full' })).toMatchObject({ fields: [{ field: 'sslMode' }] });
  door.stop();
});

test('S12 the password of an adapter is always masked, kept if the mask comes back, and encrypted in the database', async () => {
  const { id, query, change } = await adapted();
  const { password } = policies.connection;
  const shown = [
    (await world.acme.admin.get('get-adapter', { id })).body,
    (await world.root.get('get-adapter', { id })).body,
    (await world.acme.admin.get('get-adapters', { owner: 'acme' })).body,
    (await world.acme.admin.post('update-adapter', { database: 'nowhere' }, { query: { id } })).body,
  ];
  for (const body of shown) expect(JSON.stringify(body)).not.toContain(password);
  expect(shown[0]?.data).toMatchObject({ password: '***' });
  const { version: _, ...sentBack } = shown[0]?.data ?? {};
  await change({ ...sentBack, password: '***' });
  expect(await decided(query, request)).toBe(true);
  // A caller’s own server does not get it either.
  for (const elsewhere of [{ host: 'localhost' }, { port: 1 }, { host: 'localhost', password: '***' }]) {
    const moved = await world.acme.admin.post('update-adapter', elsewhere, { query: { id } });
    expect(moved.body).toMatchObject({ code: 'invalid', fields: [{ field: 'password' }] });
  }
  const [row] = await world.app.db(tableName(registry.named('adapter'))).where({ name: id.slice('acme/'.length) });
  expect(row.password).toMatch(/^dw1:/);
  expect((await world.acme.user.get('get-adapter', { id })).body.code).toBe('unauthorized');
});

test('S12 the database of an adapter gets nothing of the server’s environment', async () => {
  vi.stubEnv('PGPASSWORD', policies.connection.password);
  expect(await refusal({ password: '' })).toMatchObject({ code: 'adapter-failed', fields: [{ field: 'user' }] });
  vi.unstubAllEnvs();
});

describe('S1 the names of an adapter are names and never SQL', () => {
  test.each([
    ['ends the name and drops a table', (own: string) => `${own}"; DROP TABLE "${own}`],
    ['ends the name and reads on', (own: string) => `${own}" UNION SELECT * FROM "${own}`],
    ['sleeps', (own: string) => `${own}", pg_sleep(60) AS "s`],
    ['writes', (own: string) => `${own}" WHERE 1 = 1; UPDATE "${own}" SET v0 = 'bob`],
  ])('a name that %s is a missing table', async (_what, hostileName) => {
    const own = `t_${crypto.randomUUID().slice(0, 8)}`;
    await policies.table([['p', 'alice', 'data', 'read']], own);
    const body = await refusal({ table: hostileName(own) });
    expect(body).toMatchObject({ code: 'adapter-failed', fields: [{ field: 'table' }] });
    expect(await policies.db(own).pluck('v0')).toEqual(['alice']);
  });

  test('reading changes nothing, even through a view', async () => {
    const log = await policies.table([]);
    const view = fresh('view');
    await policies.db.raw(
      `CREATE FUNCTION "${view}"() RETURNS SETOF "${log}" AS
         'INSERT INTO "${log}" (ptype) VALUES (''p'') RETURNING *' LANGUAGE sql;
       CREATE VIEW "${view}" AS SELECT * FROM "${view}"()`,
    );
    expect(await refusal({ table: view })).toMatchObject({ code: 'adapter-failed' });
    expect(await policies.db(log)).toEqual([]);
  });
});

describe('S48 the host of an adapter', () => {
  test.each([
    ['the folder of sockets', { host: '/var/run/postgresql' }, 'host'],
    ['a list of hosts', { host: 'one.example,two.example' }, 'host'],
    ['a connection string', { host: 'postgres://user@one.example/db' }, 'host'],
    ['a host with its port', { host: 'one.example:5433' }, 'host'],
    ['parameters of a connection', { database: 'db host=10.0.0.1' }, 'database'],
    ['a connection string for the database', { database: 'postgres://10.0.0.1/db' }, 'database'],
  ])('a host cannot be %s', async (_what, own, field) => {
    const { body } = await world.acme.admin.post('add-adapter', { owner: 'acme', name: fresh('adapter'), ...own });
    expect(body).toMatchObject({ code: 'invalid', fields: [{ field }] });
  });

  test('is not called in a network that the server may not reach', async () => {
    const door = await startDoor(policies.connection.port);
    const strict = await startApp({ databaseUrl: world.app.databaseUrl });
    const root = await strict.admin();
    for (const host of [
      '127.0.0.1',
      'localhost',
      '2130706433',
      '169.254.169.254',
      '10.1.2.3',
      '::1',
      '::ffff:7f00:1',
    ]) {
      const { query } = await adapted({ host, port: door.port });
      expect((await ask(root, query, request)).body.code, host).toBe('egress-refused');
    }
    expect(door.connections()).toBe(0);
    await strict.stop();
    door.stop();
  });

  test('is resolved once, and the connection uses the checked address', async () => {
    const answers = ['127.0.0.1', '10.0.0.1'];
    const resolve = vi.fn(async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }]);
    const own = {
      owner: 'acme',
      name: 'adapter',
      databaseType: 'postgres',
      tableNamePrefix: '',
      ...policies.connection,
      table,
    };
    const adapter = { ...own, host: 'rebind.example' } as unknown as Adapter;
    const egress = createEgress({ allow: [], tenants: new Map([['acme', ['127.0.0.0/8']]]), resolve });
    expect(await readPolicies(adapter, egress)).toEqual([['p', 'alice', 'data', 'read', '', '', '']]);
    expect(resolve).toHaveBeenCalledTimes(1);
    await expect(readPolicies(adapter, egress)).rejects.toMatchObject({ code: 'egress-refused' });
    await egress.close();
  });
});

test('17.12 an organization learns nothing about the network: every failure has the same text and time', async () => {
  const silent = await startHostile(() => undefined);
  const others = [{ host: '10.1.2.3' }, { host: 'nobody.invalid' }, { port: silent.port }, { password: 'no' }];
  const begun = performance.now();
  // An organization has two tries at once, and the others wait.
  const told = await Promise.all(
    others.map(async (own) => {
      const { id, query } = await adapted(own);
      const { body } = await ask(world.acme.admin, query, request);
      const text = JSON.stringify(body).replaceAll(id, 'acme/adapter');
      return { text, seconds: Math.round((performance.now() - begun) / 5_250) };
    }),
  );
  silent.stop();
  expect(new Set(told.map(({ text }) => text)).size).toBe(1);
  expect(told[0]?.text).toContain("the server's log");
  expect(told.map(({ seconds }) => seconds).toSorted()).toEqual([1, 1, 2, 2]);
  const reasons = world.app.logged.filter((line) => line.includes('could not be read')).join();
  for (const reason of ['egress-refused', 'host unreachable', 'user login-refused']) expect(reasons).toContain(reason);
}, 60_000);

describe('S7 a hostile database harms nobody else', () => {
  async function isHarmless(answer: (socket: Socket) => unknown) {
    const server = await startHostile(answer);
    const { query } = await adapted({ port: server.port });
    const asked = ask(world.root, query, request);
    await vi.waitFor(() => expect(server.connections()).toBe(1), { timeout: 20_000 });
    expect((await world.acme.user.get('get-account')).body.status).toBe('ok');
    expect((await asked).body).toMatchObject({ code: 'adapter-failed', fields: [{ field: 'host' }] });
    server.stop();
  }

  test('with an unknown way to log in', () => isHarmless(hostile.ofUnknownKind));

  test('that sends more than the limit', () => isHarmless(hostile.tooLong));

  test('that never ends its answer, or takes a minute for it', async () => {
    const view = fresh('view');
    await policies.db.raw('CREATE VIEW ?? AS SELECT ??.* FROM ??, pg_sleep(60)', [view, table, table]);
    const [, slow] = await Promise.all([isHarmless(hostile.withoutEnd), refusal({ table: view })]);
    expect(slow).toMatchObject({ code: 'adapter-failed', fields: [{ field: 'table' }] });
  });
});
