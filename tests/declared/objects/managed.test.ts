import { kinds } from '@doorwright/crds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

const hour = 3_600_000;
let present = Date.now();
const now = () => new Date(present);
const inHours = (hours: number) => new Date(present + hours * hour).toISOString();

let app: TestApp;
let root: Client;
let acme: Tenant;
let operator: Operator;
const shop = { organization: 'acme', displayName: 'Shop', redirectUris: ['https://shop.example/callback'] };

beforeAll(async () => {
  app = await startApp({ now });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  operator = createOperator(app.url);
  const declared = await operator.put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields: shop });
  expect(declared.body.outcome).toBe('created');
});
afterAll(() => app.stop());

const update = (client: Client, body: Record<string, unknown>) =>
  client.post('update-application', body, { query: { id: 'admin/shop' } });
const shown = async (client: Client) => (await client.get('get-application', { id: 'admin/shop' })).body.data;
const managed = {
  status: 'error',
  code: 'managed',
  msg: 'This is managed by a custom resource: applications.doorwright.dev shop/checkout',
};

describe('a declared object', () => {
  test.each([
    ['displayName', 'Mine'],
    ['organization', 'built-in'],
    ['redirectUris', []],
  ])('refuses every change of %s, and names the custom resource', async (field, value) => {
    for (const client of field === 'organization' ? [root] : [root, acme.admin, acme.application]) {
      const { body } = await update(client, { [field]: value });
      expect(body).toMatchObject({ ...managed, fields: [{ field }], data: { fields: [field] } });
    }
    expect(
      (await operator.put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields: shop })).body,
    ).toMatchObject({
      outcome: 'unchanged',
    });
  });

  test('stays editable in all other fields, also as a whole object', async () => {
    const whole = await shown(acme.admin);
    expect((await update(acme.admin, { ...whole, description: 'ours', expireInHours: 24 })).body.status).toBe('ok');
    expect(await shown(acme.admin)).toMatchObject({ description: 'ours', expireInHours: 24, displayName: 'Shop' });
  });

  test('cannot be renamed or deleted', async () => {
    expect((await update(root, { name: 'store' })).body).toMatchObject({ ...managed, fields: [{ field: 'name' }] });
    expect((await root.post('delete-application', { owner: 'admin', name: 'shop' })).body).toMatchObject(managed);
    expect((await shown(root)).name).toBe('shop');
  });

  test('prevents a rename of objects that it refers to', async () => {
    const rename = (name: string, to: string) =>
      root.post('update-organization', { name: to }, { query: { id: `admin/${name}` } });
    expect((await rename('acme', 'acme-2')).body).toMatchObject({ ...managed, fields: [{ field: 'organization' }] });
    await add(root, 'organization', { name: 'unnamed', displayName: 'Unnamed' });
    expect((await rename('unnamed', 'renamed')).body.status).toBe('ok');
  });

  test('shows its resource to its administrators, and not to strangers', async () => {
    expect(await shown(acme.admin)).toMatchObject({
      origin: {
        cluster: 'test',
        namespace: 'shop',
        name: 'checkout',
        resource: 'applications.doorwright.dev shop/checkout',
      },
      managedFields: ['displayName', 'organization', 'redirectUris'],
    });
    expect(await shown(app.anonymous)).toMatchObject({ origin: null, managedFields: null });
    expect(await shown(acme.user)).toMatchObject({ origin: null, managedFields: null });
  });

  const others: Record<string, { owner?: string; fields: Record<string, unknown>; change: Record<string, unknown> }> = {
    organization: { fields: { displayName: 'Declared' }, change: { displayName: 'Mine' } },
    provider: { fields: { displayName: 'Declared' }, change: { displayName: 'Mine' } },
    cert: { fields: { displayName: 'Declared', cryptoAlgorithm: 'ES256' }, change: { displayName: 'Mine' } },
    ldap: { owner: 'acme', fields: { serverName: 'Declared' }, change: { serverName: 'Mine' } },
    syncer: { fields: { organization: 'acme', host: 'db.example' }, change: { host: 'mine.example' } },
    product: { fields: { displayName: 'Declared', price: 3 }, change: { displayName: 'Mine' } },
    webhook: { fields: { organization: 'acme', url: 'https://a.example' }, change: { url: 'https://b.example' } },
  };

  test('can be of any declarable kind', () => {
    const names = kinds.filter((kind) => kind.declared).map((kind) => kind.name);
    expect([...Object.keys(others), 'application'].sort()).toEqual(names.sort());
  });

  test.each(Object.entries(others))(
    '%s: a declared object refuses changes too',
    async (name, { fields, change, owner = 'admin' }) => {
      const id = `${owner}/declared`;
      const made = await operator.put(`${name}/${id}`, { uid: `u-${name}`, fields });
      expect(made.body).toMatchObject({ outcome: 'created' });
      const refused = await root.post(`update-${name}`, change, { query: { id } });
      expect(refused.body).toMatchObject({
        code: 'managed',
        data: { resource: `${name}s.doorwright.dev shop/declared` },
      });
      expect((await root.post(`delete-${name}`, { owner, name: 'declared', id: 'declared' })).body.code).toBe(
        'managed',
      );
      expect((await root.get(`get-${name}`, { id })).body.data.origin.name).toBe('declared');
    },
  );
});

describe('an override', () => {
  const override = (client: Client, body: Record<string, unknown>) =>
    client.post('override-managed', {
      kind: 'application',
      id: 'admin/shop',
      fields: ['displayName'],
      until: inHours(2),
      reason: 'incident 42',
      ...body,
    });

  test('is for global administrators only', async () => {
    for (const client of [app.anonymous, acme.user, acme.admin, acme.application])
      expect((await override(client, {})).body.status).toBe('error');
  });

  test.each([
    ['an override for more than a day', { until: new Date(present + 24 * hour + 60_000).toISOString() }, 'invalid'],
    ['an override that ended in the past', { until: new Date(present - 1000).toISOString() }, 'invalid'],
    ['an override without a reason', { reason: ' ' }, 'invalid'],
    ['an override of a field that is not managed', { fields: ['description'] }, 'not-managed'],
    ['an override an override of an object that no resource declares', { id: 'admin/app-built-in' }, 'not-managed'],
    ['an override an override of a kind that cannot be declared', { kind: 'user' }, 'invalid'],
  ])('%s is refused', async (_, body, code) => {
    expect((await override(root, body)).body).toMatchObject({ status: 'error', code });
  });

  test('opens the field until its end, for people and against the operator; other fields stay closed', async () => {
    const until = inHours(2);
    expect((await override(root, { until })).body).toMatchObject({
      status: 'ok',
      data: ['organization', 'redirectUris'],
    });
    expect((await update(acme.admin, { displayName: 'Emergency' })).body.status).toBe('ok');
    expect((await update(acme.admin, { redirectUris: [] })).body.code).toBe('managed');

    const note = { author: 'built-in/admin', until, reason: 'incident 42' };
    const waiting = await operator.put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields: shop });
    expect(waiting.body).toMatchObject({
      outcome: 'unchanged',
      object: { displayName: 'Emergency' },
      drift: [{ path: 'displayName', desired: 'Shop', observed: 'Emergency', override: note }],
      overrides: [{ field: 'displayName', ...note }],
    });
    const recorded = await app.db('records').where({ action: 'override-managed', outcome: 'ok' });
    expect(recorded).toMatchObject([{ user: 'admin', object: 'application admin/shop', owner: 'acme' }]);

    present += 2 * hour + 1;
    root = await app.admin();
    expect((await update(root, { displayName: 'Again' })).body.code).toBe('managed');
    const repaired = await operator.put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields: shop });
    expect(repaired.body).toMatchObject({ outcome: 'updated', object: { displayName: 'Shop' }, overrides: [] });
  });

  test('needs a proof of identity of the last ten minutes, and then opens the field', async () => {
    const hurried = app.client();
    const form = { type: 'login', application: 'app-built-in', organization: 'built-in', username: 'admin' };
    await hurried.post('login', { ...form, password: adminPassword });
    present += 10 * 60_000;
    expect((await override(hurried, {})).body).toMatchObject({ code: 'proof-required' });
    expect((await update(hurried, { displayName: 'Emergency' })).body.code).toBe('managed');
    expect((await hurried.post('prove-again', { password: adminPassword })).body.status).toBe('ok');
    expect((await override(hurried, { fields: ['description'] })).body.code).toBe('not-managed');
    expect((await override(hurried, {})).body).toMatchObject({ status: 'ok' });
    expect((await update(hurried, { displayName: 'Emergency' })).body.status).toBe('ok');
    root = await app.admin();
  });
});

test('a released object is editable again', async () => {
  await add(root, 'application', { name: 'free', organization: 'acme' });
  await operator.put('application/admin/free', { uid: 'u-free', adoption: 'Adopt', fields: { displayName: 'Held' } });
  const change = () => root.post('update-application', { displayName: 'Free' }, { query: { id: 'admin/free' } });
  expect((await change()).body.code).toBe('managed');
  expect((await operator.remove('application/admin/free', 'u-free', 'Orphan')).body).toEqual({ outcome: 'orphaned' });
  expect((await change()).body.status).toBe('ok');
});
