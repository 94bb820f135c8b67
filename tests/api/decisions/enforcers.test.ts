import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { createPolicyDatabase } from './policy-databases.ts';
import { alice, createDecisions, type Decisions, fresh, modelText, read } from './world.ts';

let world: Decisions['world'];
let permission: Decisions['permission'];
let model: Decisions['model'];
let ask: Decisions['ask'];
let decided: Decisions['decided'];
let policies: Awaited<ReturnType<typeof createPolicyDatabase>>;
beforeAll(async () => {
  ({ world, permission, model, ask, decided } = await createDecisions({
    DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8',
  }));
  policies = await createPolicyDatabase();
});
afterAll(async () => {
  await world.app.stop();
  await policies.stop();
});

type Own = Record<string, unknown>;
const update = async (kind: string, id: string, change: Own) => {
  const { body } = await world.acme.admin.post(`update-${kind}`, change, { query: { id } });
  expect(body).toMatchObject({ status: 'ok' });
};
async function named(kind: string, own: Own): Promise<string> {
  const name = fresh(kind);
  await add(world.acme.admin, kind, { owner: 'acme', name, ...own });
  return `acme/${name}`;
}
const enforcer = (own: Own) => named('enforcer', { isEnabled: true, ...own });

const plain = 'r.sub == p.sub && r.obj == p.obj && r.act == p.act';
const threeFields = { p: 'sub, obj, act' };
const otherFields = { p: 'sub, obj, act, place' };

/** Adds an enforcer for a table with these lines and returns its id. */
async function enforcing(
  lines: string[][],
  matcher = plain,
  { p = 'sub, obj, act', g = '', r = 'sub, obj, act' } = {},
) {
  const table = await policies.table(lines);
  return enforcer({
    model: `acme/${await model(matcher, { p, g, r })}`,
    adapter: await named('adapter', { ...policies.connection, table }),
  });
}

test('an enforcer without an adapter decides by the permissions of its model, as the model does', async () => {
  const name = await model(plain.replace('r.act == p.act', 'keyMatch(r.act, "r*")'), {
    p: 'permission, sub, obj, act',
  });
  const enforcerId = await enforcer({ model: `acme/${name}` });
  expect(await decided({ enforcerId })).toBe(false);
  await permission({ model: name });
  expect(await decided({ enforcerId })).toBe(true);
  expect(await decided({ modelId: `acme/${name}` })).toBe(true);
  expect(await decided({ enforcerId }, [alice, 'app-acme', 'write'])).toBe(false);
  const form = { v1: alice, v2: 'app-acme', v3: 'read' };
  expect((await ask(world.acme.application, { enforcerId }, form)).body.data).toBe(true);
});

describe('an enforcer with an adapter decides by the lines of its table', () => {
  test('17.16 with domains: a role in one gives no right in another', async () => {
    const matcher = 'g(r.sub, p.sub, r.dom) && r.dom == p.dom && r.obj == p.obj && r.act == p.act';
    const lines = [
      ['p', 'editor', 'paper', 'page', 'write'],
      ['p', 'editor', 'shop', 'page', 'write'],
      ['p', 'chief', 'paper', 'page', 'delete'],
      ['g', 'ann', 'chief', 'paper'],
      ['g', 'chief', 'editor', 'paper'],
      ['g', 'bob', 'editor', 'shop'],
    ];
    const text = { r: 'sub, dom, obj, act', p: 'sub, dom, obj, act', g: '_, _, _' };
    const enforcerId = await enforcing(lines, matcher, text);
    const allowed = (...request: string[]) => decided({ enforcerId }, request);
    expect(await allowed('ann', 'paper', 'page', 'delete')).toBe(true);
    expect(await allowed('ann', 'paper', 'page', 'write')).toBe(true);
    expect(await allowed('ann', 'shop', 'page', 'write')).toBe(false);
    expect(await allowed('bob', 'shop', 'page', 'write')).toBe(true);
    expect(await allowed('bob', 'paper', 'page', 'write')).toBe(false);
  });

  test('for any subject in them', async () => {
    const enforcerId = await enforcing([
      ['p', 'robot', 'data1', 'Read'],
      ['p', alice, 'data2', 'write'],
      ['p2', 'robot', 'data3', 'read'],
    ]);
    const query = { enforcerId };
    const asked = [
      ['robot', 'data1', 'Read'],
      ['robot', 'data1', 'read'],
      ['robot', 'data2', 'write'],
      ['robot', 'data3', 'read'],
      [alice, 'data2', 'write'],
    ];
    expect((await world.acme.application.post('batch-enforce', asked, { query })).body.data).toEqual([
      [true, false, false, false, true],
    ]);
    expect((await ask(world.acme.application, query, ['robot', 'data1'])).body).toMatchObject({
      code: 'invalid',
      msg: expect.stringContaining('sub, obj, act'),
    });
  });

  test('with roles of roles, prefixes of names, and lines that deny', async () => {
    const enforcerId = await enforcing(
      [
        ['p', 'admins', '/wiki/*', 'write', 'allow'],
        ['p', 'people', '/wiki/secret', 'write', 'deny'],
        ['g', 'bob', 'editors'],
        ['g', 'editors', 'admins'],
        ['g', 'admins', 'editors'],
        ['g', 'carol', 'admins'],
        ['g', 'carol', 'people'],
      ],
      'g(r.sub, p.role) && keyMatch(r.obj, p.path) && r.act == p.act',
      { p: 'role, path, act, eft', g: '_, _' },
    );
    const decisions = async (...asked: string[][]) => {
      const query = { enforcerId };
      const { body } = await world.acme.application.post('batch-enforce', asked, { query });
      return body.data.flat();
    };
    expect(
      await decisions(
        ['bob', '/wiki/page', 'write'],
        ['bob', '/wiki/secret', 'write'],
        ['carol', '/wiki/page', 'write'],
        ['carol', '/wiki/secret', 'write'],
        ['people', '/wiki/page', 'write'],
        ['bob', '/shop', 'write'],
      ),
    ).toEqual([true, true, true, false, false, false]);
  });

  test('with as many fields as a table has; a line without an effect allows', async () => {
    const p = 'sub, domain, obj, act, from, eft';
    const matcher = 'r.sub == p.sub && r.domain == p.domain && p.from == "here"';
    const enforcerId = await enforcing(
      [
        ['p', 'dave', 'one', 'any', 'any', 'here'],
        ['p', 'dave', 'two', 'any', 'any', 'here', 'nonsense'],
        ['p', 'dave', 'three', 'any', 'any', 'there', 'allow'],
      ],
      matcher,
      { p, r: 'sub, domain' },
    );
    expect(await decided({ enforcerId }, ['dave', 'one'])).toBe(true);
    expect(await decided({ enforcerId }, ['dave', 'two'])).toBe(false);
    expect(await decided({ enforcerId }, ['dave', 'three'])).toBe(false);
  });

  test('from a table whose name may have a prefix and any letters', async () => {
    const name = `ta"ble'; ${fresh('ü')}`.slice(0, 40);
    await policies.table([['p', 'erin', 'data', 'read']], `Casbin-${name}`);
    const adapter = await named('adapter', { ...policies.connection, tableNamePrefix: 'Casbin-', table: name });
    const enforcerId = await enforcer({ model: `acme/${await model(plain, threeFields)}`, adapter });
    expect(await decided({ enforcerId }, ['erin', 'data', 'read'])).toBe(true);
  });
});

test('S16 an enforcer allows nothing without a model, or while it, its model or its adapter is disabled', async () => {
  const settings = { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' };
  const other = await startApp({ databaseUrl: world.app.databaseUrl, settings });
  try {
    const elsewhere = await other.admin();
    const lines = [['p', 'frank', 'data', 'read']];
    const adapter = await named('adapter', { ...policies.connection, table: await policies.table(lines) });
    const modelId = `acme/${await model(plain, threeFields)}`;
    const enforcerId = await enforcer({ model: modelId, adapter });
    const allows = (client?: Client) => decided({ enforcerId }, ['frank', 'data', 'read'], client);
    const seen = async (expected: boolean, what: string) => {
      expect(await allows(), what).toBe(expected);
      const there = async () => expect(await allows(elsewhere), what).toBe(expected);
      await vi.waitFor(there, { timeout: 5_000, interval: 50 });
    };
    await seen(true, 'at first');
    for (const [kind, id] of Object.entries({ enforcer: enforcerId, model: modelId, adapter })) {
      await update(kind, id, { isEnabled: false });
      await seen(false, kind);
      await update(kind, id, { isEnabled: true });
      await seen(true, kind);
    }
    await update('enforcer', enforcerId, { model: '' });
    await seen(false, 'without a model');
  } finally {
    await other.stop();
  }
});

test('S16 a blocked or missing user may do nothing, even if the table allows it', async () => {
  const name = fresh('user');
  await add(world.acme.admin, 'user', { owner: 'acme', name, displayName: 'Somebody', password });
  const subjects = [`acme/${name}`, `acme/${fresh('nobody')}`, 'elsewhere/somebody'];
  const enforcerId = await enforcing(subjects.map((subject) => ['p', subject, 'data', 'read']));
  const decisions = () => Promise.all(subjects.map((subject) => decided({ enforcerId }, [subject, 'data', 'read'])));
  expect(await decisions()).toEqual([true, false, true]);
  await update('user', `acme/${name}`, { isForbidden: true });
  expect(await decisions()).toEqual([false, false, true]);
});

test('S9 an enforcer of another organization looks missing, and users get decisions about themselves only', async () => {
  const enforcerId = await enforcing([['p', alice, 'app-acme', 'Read']]);
  for (const client of [world.globex.admin, world.globex.application, world.globex.user])
    expect((await ask(client, { enforcerId })).body).toMatchObject({ status: 'error', code: 'not-found' });
  expect((await ask(world.app.anonymous, { enforcerId })).body.code).toBe('sign-in-first');
  expect((await ask(world.acme.user, { enforcerId }, read)).body.data).toEqual([true]);
  expect((await ask(world.acme.user, { enforcerId }, ['acme/adam', 'app-acme', 'Read'])).body.code).toBe(
    'unauthorized',
  );
});

test('S9 an enforcer uses a model and an adapter of its own organization only', async () => {
  const own = { ...policies.connection, table: await policies.table([]) };
  const adapter = await named('adapter', own);
  const modelId = `acme/${await model(plain, threeFields)}`;
  const names: Own[] = [{ adapter }, { model: modelId }];
  for (const client of [world.globex.admin, world.root])
    for (const foreign of names) {
      const { body } = await client.post('add-enforcer', { owner: 'globex', name: fresh('enforcer'), ...foreign });
      expect(body).toMatchObject({ code: 'unknown-reference', fields: [{ field: Object.keys(foreign)[0] }] });
    }
  const enforcerId = await enforcer({ model: modelId, adapter });
  const moved = await world.root.post('update-enforcer', { owner: 'globex' }, { query: { id: enforcerId } });
  expect(moved.body.code).toBe('unknown-reference');
});

describe('policies with other fields than permissions have', () => {
  test('evaluate no permission: one with such a model is refused', async () => {
    const [tables, permissions] = [await model(plain, otherFields), await model(plain)];
    const own = { owner: 'acme', name: fresh('permission'), displayName: 'Permission', users: [alice] };
    const refused = {
      code: 'invalid',
      fields: [{ field: 'model', message: expect.stringContaining('p = sub, obj, act') }],
    };
    expect((await world.acme.admin.post('add-permission', { ...own, model: tables })).body).toMatchObject(refused);
    const id = await permission({ model: permissions });
    const change = await world.acme.admin.post('update-permission', { model: tables }, { query: { id } });
    expect(change.body).toMatchObject(refused);
    expect(await decided({ permissionId: id }, [alice, 'app-acme', 'read'])).toBe(true);
  });

  test('cannot be added to a model that permissions use', async () => {
    const name = await model(plain);
    await permission({ model: name });
    const change = { modelText: modelText(plain, otherFields) };
    const { body } = await world.acme.admin.post('update-model', change, { query: { id: `acme/${name}` } });
    expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'modelText' }] });
  });
});
