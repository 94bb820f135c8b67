import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let operator: Operator;
/** `shop` is narrowed to objects of the namespace `shop` of the cluster `test`, and `shopInAcme` to the organization as well. */
let shop: Operator;
let shopInAcme: Operator;
/** Like `shop`, and the organization `acme` admitted its providers. */
let admitted: Operator;

const tenant = { cluster: 'test', namespace: 'shop' };
const narrowed = async (narrowing: object) =>
  createOperator(app.url, (await operator.post('token', narrowing)).body.token);

beforeAll(async () => {
  app = await startApp();
  operator = createOperator(app.url);
  const root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'provider', { name: 'unowned', category: 'OAuth', type: 'GitHub', displayName: 'Unowned' });
  shop = await narrowed({ tenant });
  shopInAcme = await narrowed({ organization: 'acme', tenant });
  admitted = await narrowed({ tenant: { ...tenant, serves: ['acme'] } });
  const fields = { organization: 'acme', displayName: 'Theirs' };
  await operator.put('application/admin/theirs', { uid: 'u-theirs', namespace: 'bank', fields });
  await operator.put('application/admin/elsewhere', { uid: 'u-elsewhere', cluster: 'other', fields });
});
afterAll(() => app.stop());

const tables = [
  'applications',
  'organizations',
  'certs',
  'providers',
  'syncers',
  'webhooks',
  'origins',
  'client_secrets',
];
const state = () => Promise.all(tables.map((table) => app.db(table).orderBy(['owner', 'name'])));

describe('a token narrowed to a tenant', () => {
  test('17.1 creates, changes, reads and deletes objects of its namespace', async () => {
    const made = await shopInAcme.put('application/admin/mine', { uid: 'u-mine', fields: { organization: 'acme' } });
    expect(made).toMatchObject({ status: 200, body: { outcome: 'created' } });
    const hub = { displayName: 'Hub', audience: 'named', organizations: ['acme'] };
    expect((await admitted.put('provider/admin/hub', { uid: 'u-hub', fields: hub })).status).toBe(200);
    expect((await shopInAcme.get('application/admin/mine/secrets')).status).toBe(200);
    expect((await shop.get('provider/admin/hub')).body.object).toMatchObject({ displayName: 'Hub' });
    for (const [path, uid] of [
      ['application/admin/mine', 'u-mine'],
      ['provider/admin/hub', 'u-hub'],
    ] as const)
      expect((await shop.remove(path, uid, 'Delete')).body).toEqual({ outcome: 'deleted' });
  });

  test('17.1 switches its object off without a token for the organization, and moves it nowhere', async () => {
    const uid = 'u-left';
    await shopInAcme.put('application/admin/left', { uid, fields: { organization: 'acme' } });
    const off = await shop.put('application/admin/left', { uid, fields: { isEnabled: false } });
    expect(off).toMatchObject({ status: 200, body: { object: { isEnabled: false } } });
    const moved = { uid, fields: { organization: 'other' } };
    expect((await shop.put('application/admin/left', moved)).status).toBe(403);
    expect((await shopInAcme.remove('application/admin/left', uid, 'Delete')).body).toEqual({ outcome: 'deleted' });
  });

  test.each([
    ['adopts nothing', 'provider/admin/unowned', {}, 'AdoptionRefused'],
    ['changes no object of another namespace', 'application/admin/theirs', {}, 'NameConflict'],
    [
      'changes no object of a namespace with the same name in another cluster',
      'application/admin/elsewhere',
      {},
      'NameConflict',
    ],
    ['names no other namespace', 'application/admin/new', { namespace: 'bank' }, 'Forbidden'],
    ['names no other cluster', 'application/admin/new', { cluster: 'other' }, 'Forbidden'],
    ['creates no cert', 'cert/admin/new', {}, 'Forbidden'],
    ['creates no organization', 'organization/admin/new', {}, 'Forbidden'],
    ['creates nothing for all organizations', 'provider/admin/new', {}, 'Forbidden'],
  ])('17.1 %s', async (_, path, own, code) => {
    const fields = path.startsWith('application') ? { organization: 'acme' } : { displayName: 'Taken' };
    const before = await state();
    const who = path.startsWith('application') ? shopInAcme : shop;
    const answer = await who.put(path, { uid: 'u-thief', adoption: 'Adopt', fields, ...own });
    expect(answer.body).toMatchObject({ code });
    expect(answer.text).not.toMatch(/bank|Unowned|Theirs/);
    expect(await state()).toEqual(before);
  });

  test('17.1 declares an application only in the organization of the token', async () => {
    const fields = { organization: 'acme' };
    expect((await shop.put('application/admin/free', { uid: 'u-free', fields })).status).toBe(403);
    await operator.put('organization/admin/umbra', { uid: 'u-umbra', namespace: 'bank' });
    const strange = { uid: 'u-free', fields: { organization: 'umbra' } };
    expect((await shopInAcme.put('application/admin/free', strange)).status).toBeGreaterThanOrEqual(400);
    expect(await app.db('applications').where({ name: 'free' })).toEqual([]);
  });

  test('17.1 35.20 names only organizations that admitted it in an audience, and learns of no other', async () => {
    await operator.put('organization/admin/azure', { uid: 'u-azure', namespace: 'bank' });
    const declare = (who: Operator, ...organizations: string[]) =>
      who.put('provider/admin/lent', { uid: 'u-lent', fields: { audience: 'named', organizations } });
    const strange = [
      [shop, 'acme'],
      [shopInAcme, 'acme'],
      [admitted, 'azure'],
      [admitted, 'acme', 'azure'],
      [admitted, 'nowhere'],
    ] as const;
    const refusals = async () => {
      const answers: unknown[] = [];
      for (const [who, ...organizations] of strange) {
        const { status, body } = await declare(who, ...organizations);
        answers.push({ status, code: body.code, detail: body.detail, fields: body.fields });
      }
      return new Set(answers.map((answer) => JSON.stringify(answer)));
    };
    expect([...(await refusals())]).toEqual([expect.stringContaining('"status":403')]);
    expect(await app.db('providers').where({ name: 'lent' })).toEqual([]);
    expect((await declare(admitted, 'acme')).body.outcome).toBe('created');
    // The same holds for an object that exists.
    expect([...(await refusals())]).toEqual([expect.stringContaining('"status":403')]);
    expect((await declare(shop)).body).toMatchObject({ outcome: 'updated', object: { organizations: [] } });
    expect((await admitted.remove('provider/admin/lent', 'u-lent', 'Delete')).status).toBe(200);
  });

  test('17.1 creates organizations only with that right', async () => {
    const founder = await narrowed({ tenant: { ...tenant, makesOrganizations: true } });
    expect((await founder.put('organization/admin/founded', { uid: 'u-founded' })).body.outcome).toBe('created');
    expect((await founder.put('organization/admin/acme', { uid: 'u-acme', adoption: 'Adopt' })).body).toMatchObject({
      code: 'AdoptionRefused',
    });
  });

  test('17.1 cannot take the name of a deleted organization, under which its records stand', async () => {
    const founder = await narrowed({ tenant: { ...tenant, makesOrganizations: true } });
    await operator.put('organization/admin/former', { uid: 'u-former', namespace: 'bank' });
    await operator.remove('organization/admin/former', 'u-former', 'Delete');
    const again = await founder.put('organization/admin/former', { uid: 'u-again' });
    expect(again.body).toMatchObject({ code: 'NameConflict' });
    expect(again.text).not.toContain('bank');
    expect((await operator.put('organization/admin/former', { uid: 'u-platform' })).body.outcome).toBe('created');
  });

  test('17.1 changes no object that its namespace adopted under older rules', async () => {
    await operator.put('provider/admin/unowned', { uid: 'u-taken', name: 'taken', adoption: 'Adopt' });
    const again = { uid: 'u-taken', name: 'taken', fields: { host: 'evil.example' } };
    expect((await shop.put('provider/admin/unowned', again)).body).toMatchObject({
      code: 'AdoptionRefused',
      drift: [],
    });
    expect((await shop.remove('provider/admin/unowned', 'u-taken', 'Delete')).status).toBe(404);
    const wide = { uid: 'u-wide', fields: { audience: 'all' } };
    expect((await shop.put('provider/admin/wide', wide)).body).toMatchObject({ code: 'Forbidden' });
  });

  const granted = { apiAccess: 'administrator', enableSignUp: true };
  const none = { apiAccess: 'read-account', enableSignUp: false, isEnabled: false };
  const released: [string, Record<string, unknown>, object][] = [
    ['application', { organization: 'acme', ...granted }, none],
    ['provider', { audience: 'named', organizations: ['acme'] }, { audience: 'named', organizations: [] }],
    ['syncer', { organization: 'acme', isEnabled: true, syncInterval: 60 }, { isEnabled: false }],
    [
      'webhook',
      { organization: 'acme', url: 'https://hooks.example/', isUserExtended: true },
      { isUserExtended: false, isEnabled: false },
    ],
  ];
  test.each(released)('17.1 leaves no grant with the %s that it releases', async (kind, fields, left) => {
    const [path, uid] = [`${kind}/admin/released`, `u-released-${kind}`];
    const maker = kind === 'provider' ? admitted : shopInAcme;
    expect((await maker.put(path, { uid, fields })).status).toBe(200);
    expect((await shop.remove(path, uid, 'Orphan')).body).toEqual({ outcome: 'orphaned' });
    expect((await operator.get(path)).body).toMatchObject({ origin: null, object: left });
  });

  test.each(released)('17.1 deletes the %s, which is restored without grants', async (kind, fields, left) => {
    const [path, uid] = [`${kind}/admin/restored`, `u-restored-${kind}`];
    const maker = kind === 'provider' ? admitted : shopInAcme;
    expect((await maker.put(path, { uid, fields })).status).toBe(200);
    expect((await shop.remove(path, uid, 'Delete')).body).toEqual({ outcome: 'deleted' });
    expect((await operator.post(`${path}/undelete`)).body).toMatchObject({ origin: null, object: left });
  });

  test('17.1 takes nothing from an application in an organization of its own', async () => {
    const maker = await narrowed({ tenant: { ...tenant, makesOrganizations: true } });
    expect((await maker.put('organization/admin/shops', { uid: 'u-shops' })).status).toBe(200);
    const shopInShops = await narrowed({ organization: 'shops', tenant });
    const fields = { organization: 'shops', ...granted };
    expect((await shopInShops.put('application/admin/own', { uid: 'u-own', fields })).status).toBe(200);
    expect((await shop.remove('application/admin/own', 'u-own', 'Orphan')).body).toEqual({ outcome: 'orphaned' });
    expect((await operator.get('application/admin/own')).body.object).toMatchObject({ ...granted, isEnabled: true });
  });

  test('17.1 takes nothing from an object of the platform that is released', async () => {
    await operator.put('application/admin/kept', { uid: 'u-kept', fields: { organization: 'acme', ...granted } });
    await operator.remove('application/admin/kept', 'u-kept', 'Orphan');
    expect((await operator.get('application/admin/kept')).body.object).toMatchObject({ ...granted, isEnabled: true });
  });

  test.each([
    ['get', 'application/admin/theirs'],
    ['get', 'application/admin/theirs/secrets/current'],
    ['post', 'application/admin/theirs/secrets'],
    ['get', 'application/admin/elsewhere/secrets/current'],
    ['get', 'cert/admin/cert-built-in/keys'],
    ['post', 'application/admin/theirs/undelete'],
  ] as const)('17.1 %s %s looks missing', async (method, path) => {
    const before = await state();
    expect((await shopInAcme[method](path, { overlapSeconds: 0 })).status).toBe(404);
    expect((await shop[method](path, { overlapSeconds: 0 })).status).toBe(404);
    expect(await state()).toEqual(before);
  });

  test.each([
    ['get', 'application'],
    ['get', 'changes'],
    ['get', 'deleted'],
    ['get', 'manifests'],
    ['post', 'key-pair'],
    ['post', 'token'],
  ] as const)('17.1 %s %s needs the full token of the operator', async (method, path) => {
    expect((await shop[method](path, { organization: 'acme', name: 'x' })).status).toBe(403);
  });
});

test('17.1 35.18 undelete with the token of an organization tells nothing about the objects of others', async () => {
  const acme = await narrowed({ organization: 'acme' });
  await operator.put('organization/admin/umber', { uid: 'u-umber' });
  const named = { audience: 'named', organizations: ['umber'] };
  const theirs: [path: string, fields: Record<string, unknown>][] = [
    ['application/admin/ochre', { organization: 'umber' }],
    ['provider/admin/ochre', named],
  ];
  const missing = async (path: string) => {
    const { status, body } = await acme.post(`${path}/undelete`);
    return `${status} ${body.code} ${body.detail}`.replaceAll(path.split('/')[2] as string, 'NAME');
  };
  for (const [path, fields] of theirs) {
    const never = await missing(path.replace('ochre', 'nothing'));
    expect(never).toMatch(/^404 NotFound/);
    const uid = `u-ochre-${fields.organization ?? 'hub'}`;
    expect((await operator.put(path, { uid, fields })).status).toBe(200);
    expect(await missing(path), 'it exists').toBe(never);
    await operator.remove(path, uid, 'Delete');
    expect(await missing(path), 'it was deleted').toBe(never);
    expect((await operator.post(`${path}/undelete`)).status).toBe(200);
  }
});
