import { tableName } from '@doorwright/crds/derive/tables.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { registry } from '../../harness/database/template.ts';
import { add, password } from '../../harness/world.ts';
import { alice, createDecisions, type Decisions, fresh, read } from './world.ts';

let world: Decisions['world'];
let user: Decisions['user'];
let permission: Decisions['permission'];
let role: Decisions['role'];
let model: Decisions['model'];
let ask: Decisions['ask'];
let decided: Decisions['decided'];
beforeAll(async () => {
  ({ world, user, permission, role, model, ask, decided } = await createDecisions());
});
afterAll(() => world.app.stop());

describe('a permission lets', () => {
  test('its users do its actions with its resources, and allows nothing else', async () => {
    const permissionId = await permission();
    const verdicts = [
      read,
      [alice, 'app-acme', 'Write'],
      [alice, 'app-globex', 'Read'],
      ['acme/adam', ...read.slice(1)],
    ];
    const answers = await Promise.all(verdicts.map((request) => decided({ permissionId }, request)));
    expect(answers).toEqual([true, false, false, false]);
  });

  test('users of its roles do the same, also of roles within them', async () => {
    const inner = await role({ users: [alice] });
    const outer = await role({ roles: [inner] });
    expect(await decided({ permissionId: await permission({ users: [], roles: [outer] }) })).toBe(true);
    const off = await role({ users: [alice], isEnabled: false });
    expect(await decided({ permissionId: await permission({ users: [], roles: [off] }) })).toBe(false);
  });

  test('nobody do anything while it or its model is disabled', async () => {
    expect(await decided({ permissionId: await permission({ isEnabled: false }) })).toBe(false);
    const name = await model('r.sub == p.sub && r.obj == p.obj && r.act == p.act');
    const permissionId = await permission({ model: name });
    expect(await decided({ permissionId })).toBe(true);
    await world.acme.admin.post('update-model', { isEnabled: false }, { query: { id: `acme/${name}` } });
    expect(await decided({ permissionId })).toBe(false);
  });

  test('nobody do an action that another permission of the same resource or model denies', async () => {
    const name = fresh('app');
    await add(world.root, 'application', { name, organization: 'acme', cert: 'cert-built-in' });
    const request = [alice, name, 'Read'];
    const mine = await model('r.obj == p.obj && r.sub == p.sub');
    await permission({ resources: [name] });
    await permission({ resources: [name], model: mine });
    expect(await decided({ resourceId: name }, request)).toBe(true);
    await permission({ resources: [name], effect: 'Deny', model: mine });
    expect(await decided({ resourceId: name }, request)).toBe(false);
    expect(await decided({ modelId: `acme/${mine}` }, request)).toBe(false);
  });
});

test('S6 permissions with too many users for one request are not read', async () => {
  const name = fresh('app');
  await add(world.root, 'application', { name, organization: 'acme', cert: 'cert-built-in' });
  const permissionId = await permission({ resources: [name] });
  const many = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => `acme/user-${index}`));
  const where = { owner: 'acme', name: permissionId.slice('acme/'.length) };
  await world.app
    .db(tableName(registry.named('permission')))
    .where(where)
    .update({ users: many });
  expect((await ask(world.acme.application, { resourceId: name }, [alice, name, 'read'])).body).toMatchObject({
    status: 'error',
    code: 'too-many-policies',
  });
});

describe('the requests of clients', () => {
  test('the numbered values of Casdoor 2022 get one decision, for the signed-in user', async () => {
    const v0 = await permission();
    const form = { v0, v2: 'app-acme', v3: 'read' };
    expect((await world.acme.user.post('enforce', form)).body).toMatchObject({ status: 'ok', data: true });
    expect((await world.acme.admin.post('enforce', form)).body.data).toBe(false);
    expect((await world.acme.application.post('enforce', { ...form, v1: alice })).body.data).toBe(true);
    const missing = await world.acme.application.post('enforce', form);
    expect(missing.body).toMatchObject({ code: 'missing-parameter', msg: expect.stringContaining('v1') });
    const batch = await world.acme.user.post('batch-enforce', [form, { v2: 'app-acme', v3: 'write' }]);
    expect(batch.body).toMatchObject({ status: 'ok', data: [true, false] });
  });

  test('lists of values get lists: one for a request, and a list of lists for many requests', async () => {
    const query = { permissionId: await permission() };
    const write = [alice, 'app-acme', 'write'];
    expect((await ask(world.acme.application, query)).body.data).toEqual([true]);
    expect((await world.acme.application.post('batch-enforce', [read, write], { query })).body.data).toEqual([
      [true, false],
    ]);
  });

  test('a request that names only an organization uses all its permissions', async () => {
    const own = {
      users: ['globex/alice'],
      resources: ['app-globex'],
      actions: ['Read'],
      effect: 'Allow',
      isEnabled: true,
    };
    await add(world.root, 'permission', { owner: 'globex', name: fresh('permission'), ...own });
    const query = { permissionId: '', modelId: '', resourceId: '', enforcerId: '', owner: 'globex' };
    const reading = ['globex/alice', 'app-globex', 'read'];
    expect((await ask(world.globex.application, query, reading)).body.data).toEqual([true]);
    expect((await ask(world.globex.application, query, [...reading.slice(0, 2), 'write'])).body.data).toEqual([false]);
    expect((await ask(world.acme.application, query, reading)).body.code).toBe('not-found');
  });

  test.each([
    ['a request without a permission, model or enforcer', {}, read, 'missing-parameter'],
    ['a text that is no id', { permissionId: 'nobody' }, read, 'bad-id'],
    ['a missing enforcer', { enforcerId: 'acme/any' }, read, 'not-found'],
    ['a missing model', { modelId: 'acme/nothing' }, read, 'not-found'],
    ['an empty value', { resourceId: 'app-acme' }, [alice, '', 'read'], 'invalid'],
    ['an object in place of a text', { resourceId: 'app-acme' }, [{ Age: 5 }, 'app-acme', 'read'], 'invalid'],
  ])('%s is refused', async (_what, query, request, code) => {
    expect((await ask(world.acme.application, query, request)).body).toMatchObject({ status: 'error', code });
  });
});

test('S9 permissions of another organization look missing to every caller', async () => {
  const permissionId = await permission();
  for (const client of [world.globex.admin, world.globex.application, world.globex.user])
    expect((await ask(client, { permissionId })).body).toMatchObject({ status: 'error', code: 'not-found' });
  const query = { resourceId: 'app-acme', owner: 'acme' };
  expect((await ask(world.globex.application, query)).body.code).toBe('not-found');
  expect((await world.globex.admin.get('get-all-objects', { userId: alice })).body.code).toBe('unauthorized');
});

test('S10 users get decisions about themselves only', async () => {
  const permissionId = await permission();
  expect((await ask(world.acme.user, { permissionId })).body.data).toEqual([true]);
  for (const asked of [['acme/adam', 'app-acme', 'Read'], { v0: permissionId, v1: 'acme/adam', v2: 'app-acme' }])
    expect((await ask(world.acme.user, { permissionId }, asked)).body.code).toBe('unauthorized');
  expect((await world.acme.user.get('get-all-roles', { userId: 'acme/adam' })).body.code).toBe('unauthorized');
  expect((await ask(world.app.anonymous, { permissionId })).body.code).toBe('sign-in-first');
});

test('S16 a change of a user, role or permission works at once, and within five seconds on other replicas', async () => {
  const other = await startApp({ databaseUrl: world.app.databaseUrl });
  try {
    const somebody = await user();
    const editors = await role({ users: [somebody] });
    const permissionId = await permission({ users: [], roles: [editors] });
    const request = [somebody, 'app-acme', 'Read'];
    const elsewhere = await other.admin();
    const seen = async (expected: boolean) => {
      expect(await decided({ permissionId }, request)).toBe(expected);
      const there = () => decided({ permissionId }, request, elsewhere);
      await vi.waitFor(async () => expect(await there()).toBe(expected), { timeout: 5_000, interval: 50 });
    };
    await seen(true);
    const changed = (kind: string, id: string, change: object) =>
      world.root.post(`update-${kind}`, change, { query: { id } });
    await changed('role', editors, { users: [] });
    await seen(false);
    await changed('role', editors, { users: [somebody] });
    await changed('permission', permissionId, { effect: 'Deny' });
    await seen(false);
    await changed('permission', permissionId, { effect: 'Allow' });
    await seen(true);
    await changed('user', somebody, { isForbidden: true });
    await seen(false);
  } finally {
    await other.stop();
  }
});

test('signed-in users read their own resources, actions and roles', async () => {
  const somebody = await user();
  const [owner = '', name = ''] = somebody.split('/');
  const inner = await role({ users: [somebody] });
  const outer = await role({ roles: [inner] });
  await permission({ users: [somebody], actions: ['Write'] });
  await permission({ users: [], roles: [outer] });
  await permission({ users: [somebody], actions: ['Admin'], effect: 'Deny' });
  await permission({ users: [somebody], actions: ['Admin'], isEnabled: false });
  const client = await world.app.signedIn(owner, name, password);
  const all = async (what: string, of = client, query = {}) => (await of.get(`get-all-${what}`, query)).body.data;
  expect(await all('objects')).toEqual(['app-acme']);
  expect(await all('actions')).toEqual(['Read', 'Write']);
  const roles = [inner, outer].map((id) => id.slice('acme/'.length)).toSorted();
  expect(await all('roles')).toEqual(roles);
  expect(await all('roles', world.acme.application, { userId: somebody })).toEqual(roles);
});
