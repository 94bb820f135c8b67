import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let operator: Operator;
/** Narrowed to what the namespace `shop` made. */
let shop: Operator;
let shopInAcme: Operator;

const tenant = { cluster: 'test', namespace: 'shop' };
const narrowed = async (narrowing: object) =>
  createOperator(app.url, (await operator.post('token', narrowing)).body.token);

beforeAll(async () => {
  app = await startApp();
  operator = createOperator(app.url);
  const root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'organization', { name: 'globex', displayName: 'Globex' });
  shop = await narrowed({ tenant });
  shopInAcme = await narrowed({ organization: 'acme', tenant });
});
afterAll(() => app.stop());

const runs = { autoSync: 60, signInMode: 'Everybody' };
const off = { autoSync: 0, signInMode: 'Off' };

describe('an LDAP server, which its organization owns', () => {
  test('is made, read and listed under its organization, with an ID and an etag', async () => {
    const made = await operator.put('ldap/acme/shop.hq', {
      uid: 'u-hq',
      fields: { serverName: 'HQ', passwd: 'planted' },
    });
    expect(made.body).toMatchObject({
      ...{ outcome: 'created', managedFields: ['passwd', 'serverName'] },
      object: { owner: 'acme', id: 'shop.hq', passwd: '***' },
    });
    const { items } = (await operator.get('ldap')).body;
    expect(items).toContainEqual({ owner: 'acme', name: 'shop.hq', etag: made.body.etag, uid: 'u-hq' });
    const inAcme = await narrowed({ organization: 'acme' });
    expect((await inAcme.get('ldap')).body.items).toHaveLength(items.length);
    const inGlobex = await narrowed({ organization: 'globex' });
    expect((await inGlobex.get('ldap')).body.items).toEqual([]);
  });

  test('is in the change feed under its organization', async () => {
    const { next } = (await operator.get('changes')).body;
    await operator.put('ldap/acme/shop.told', { uid: 'u-told' });
    const changes = async () => (await operator.get(`changes?since=${next}`)).body.changes;
    await expect
      .poll(changes)
      .toContainEqual(expect.objectContaining({ kind: 'ldap', owner: 'acme', name: 'shop.told' }));
  });

  test('its runs change no etag', async () => {
    const { etag } = (await operator.put('ldap/acme/shop.ran', { uid: 'u-ran' })).body;
    const ran = { sync_state: 'Held', last_sync: new Date(), last_counts: '{"read":"1"}', approved_time: new Date() };
    await app.db('ldaps').where({ id: 'shop.ran' }).update(ran);
    expect((await operator.get('ldap/acme/shop.ran')).body).toMatchObject({ etag, object: { syncState: 'Held' } });
  });

  test('S9 17.1 is out of reach of tokens for other organizations and namespaces', async () => {
    await operator.put('ldap/acme/theirs', { uid: 'u-theirs', namespace: 'bank', fields: { serverName: 'Theirs' } });
    const inGlobex = await narrowed({ organization: 'globex' });
    const before = await app.db('ldaps').orderBy(['owner', 'id']);
    expect((await inGlobex.put('ldap/acme/theirs', { uid: 'u-theirs' })).status).toBe(403);
    expect((await inGlobex.put('ldap/acme/new', { uid: 'u-new' })).status).toBe(403);
    expect((await inGlobex.get('ldap/acme/theirs')).status).toBe(404);
    expect((await inGlobex.remove('ldap/acme/theirs', 'u-theirs', 'Delete')).status).toBeGreaterThanOrEqual(403);
    expect((await shopInAcme.put('ldap/acme/theirs', { uid: 'u-thief', adoption: 'Adopt' })).body).toMatchObject({
      code: 'NameConflict',
    });
    expect((await shopInAcme.get('ldap/acme/theirs')).status).toBe(404);
    expect((await shopInAcme.put('ldap/globex/new', { uid: 'u-new' })).status).toBe(403);
    expect(await app.db('ldaps').orderBy(['owner', 'id'])).toEqual(before);
  });

  test('17.1 is made by a tenant only with a token for its organization too', async () => {
    expect((await shop.put('ldap/acme/shop.free', { uid: 'u-free' })).status).toBe(403);
    expect((await shopInAcme.put('ldap/acme/shop.free', { uid: 'u-free', fields: runs })).status).toBe(200);
    // Switching off needs none.
    expect((await shop.put('ldap/acme/shop.free', { uid: 'u-free', fields: off })).body.object).toMatchObject(off);
  });

  test('17.1 is declared by nobody in the platform’s organization', async () => {
    expect((await operator.put('ldap/built-in/any', { uid: 'u-any' })).status).toBe(403);
    expect(await app.db('ldaps').where({ owner: 'built-in' })).toEqual([]);
  });

  test.each(['Orphan', 'Delete'])('17.1 is left by a tenant without runs and sign-ins: %s', async (policy) => {
    const path = `ldap/acme/shop.left-${policy.toLowerCase()}`;
    expect((await shopInAcme.put(path, { uid: `u-left-${policy}`, fields: runs })).status).toBe(200);
    expect((await shop.remove(path, `u-left-${policy}`, policy)).status).toBe(200);
    const left = policy === 'Delete' ? await operator.post(`${path}/undelete`) : await operator.get(path);
    expect(left.body).toMatchObject({ origin: null, object: off });
  });

  test('17.1 keeps them in an organization of the same namespace', async () => {
    const maker = await narrowed({ tenant: { ...tenant, makesOrganizations: true } });
    await maker.put('organization/admin/shops', { uid: 'u-shops' });
    const inShops = await narrowed({ organization: 'shops', tenant });
    expect((await inShops.put('ldap/shops/shop.own', { uid: 'u-own', fields: runs })).status).toBe(200);
    await shop.remove('ldap/shops/shop.own', 'u-own', 'Orphan');
    expect((await operator.get('ldap/shops/shop.own')).body.object).toMatchObject(runs);
  });
});
