import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  operator = createOperator(app.url);
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(() => app.stop());

const shop = { organization: 'acme', displayName: 'Shop', redirectUris: ['https://shop.example/callback'] };
const applicationsNamed = async (name: string) => app.db('applications').where({ name });

describe('declaring an object', () => {
  test('creates it, and repeating that changes nothing', async () => {
    const first = await operator.put('application/admin/shop', { uid: 'u-shop', fields: shop });
    expect(first).toMatchObject({
      status: 200,
      body: {
        outcome: 'created',
        object: { owner: 'admin', name: 'shop', ...shop, clientSecret: '***' },
        managedFields: ['displayName', 'organization', 'redirectUris'],
        origin: { cluster: 'test', namespace: 'shop', name: 'shop', uid: 'u-shop', generation: 1, isAdopted: false },
      },
    });
    const before = await app.db('records').count();
    const again = await operator.put('application/admin/shop', { uid: 'u-shop', fields: shop });
    expect(again.body).toMatchObject({ outcome: 'unchanged', etag: first.body.etag, drift: [] });
    expect(await app.db('records').count()).toEqual(before);
  });

  test('initial fields apply to a new object; an existing object keeps its values, and they are managed', async () => {
    const path = `application/admin/first-${randomUUID().slice(0, 8)}`;
    const name = path.split('/')[2];
    const put = (uid: string, clientSecret: string) =>
      operator.ask('PUT', path, {
        origin: { cluster: 'test', namespace: 'shop', name, uid, generation: 1 },
        fields: { ...shop, clientSecret },
        initial: ['clientSecret'],
      });
    const stored = async () => (await app.store('application').find(app.db, 'admin', String(name)))?.clientSecret;
    expect((await put(`${name}-1`, 'first-secret-of-it')).body.outcome).toBe('created');
    expect(await stored()).toBe('first-secret-of-it');
    const { outcome, managedFields } = (await put(`${name}-2`, 'another-secret-of-it')).body;
    expect([outcome, managedFields]).toEqual(['unchanged', expect.arrayContaining(['clientSecret'])]);
    expect(await stored()).toBe('first-secret-of-it');
  });

  test('35.28 without a grant type means the authorization code, and is no drift', async () => {
    const put = () =>
      operator.put('application/admin/grantless', { uid: 'u-grantless', fields: { ...shop, grantTypes: [] } });
    expect((await put()).body.object).toMatchObject({ grantTypes: ['authorization_code'] });
    expect((await put()).body).toMatchObject({ outcome: 'unchanged', drift: [] });
  });

  test('sixteen requests at once create one object, and each gets an answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => operator.put('application/admin/raced', { uid: 'u-raced', fields: shop })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(answers.filter(({ body }) => body.outcome === 'created')).toHaveLength(1);
    expect(await applicationsNamed('raced')).toHaveLength(1);
    expect(await app.db('origins').where({ uid: 'u-raced' })).toHaveLength(1);
  });

  test('a resource cannot declare a second object under another name', async () => {
    const answer = await operator.put('application/admin/second', { uid: 'u-shop', fields: shop });
    expect(answer).toMatchObject({ status: 422, body: { code: 'Invalid', fields: [{ field: 'origin.uid' }] } });
    expect(await applicationsNamed('second')).toEqual([]);
  });

  test('an undeclared field keeps its value from the console, and a field that is no longer declared is released', async () => {
    const { data } = (await root.get('get-application', { id: 'admin/shop' })).body;
    expect(
      (await root.post('update-application', { ...data, description: 'ours' }, { query: { id: 'admin/shop' } })).body
        .status,
    ).toBe('ok');
    const { displayName, organization } = shop;
    const less = await operator.put('application/admin/shop', {
      uid: 'u-shop',
      generation: 2,
      fields: { displayName, organization },
    });
    expect(less.body).toMatchObject({
      outcome: 'unchanged',
      object: { description: 'ours', redirectUris: shop.redirectUris },
      managedFields: ['displayName', 'organization'],
    });
  });

  test('an entry without a newer member does not count as different', async () => {
    const fields = { ...shop, signupItems: [{ name: 'Username' }] };
    await operator.put('application/admin/older', { uid: 'u-older', fields });
    await app.db('applications').where({ name: 'older' }).update({ signup_items: '[{"name": "Username"}]' });
    const answer = await operator.put('application/admin/older', { uid: 'u-older', fields });
    expect(answer.body).toMatchObject({ outcome: 'unchanged', drift: [] });
  });

  test('a stale If-Match is refused with the present etag, the differences and their author', async () => {
    const [name, uid] = [`contested-${randomUUID().slice(0, 8)}`, randomUUID()];
    const put = (displayName: string, ifMatch?: string) =>
      operator.put(`application/admin/${name}`, {
        uid,
        fields: { ...shop, displayName },
        ...(ifMatch && { ifMatch: `"${ifMatch}"` }),
      });
    const { etag: old } = (await put('Shop')).body;
    const { data } = (await root.get('get-application', { id: `admin/${name}` })).body;
    await root.post('update-application', { ...data, description: 'ours' }, { query: { id: `admin/${name}` } });
    const { etag } = (await operator.get(`application/admin/${name}`)).body;

    const drift = [{ path: 'displayName', desired: 'X', observed: 'Shop' }];
    const refused = await put('X', old);
    expect(refused).toMatchObject({ status: 412, body: { code: 'Stale' } });
    expect(refused.body.current).toEqual({ etag, drift, actor: 'built-in/admin' });
    const right = await put('X', etag);
    expect(right.body).toMatchObject({ outcome: 'updated', drift });
    expect(right.body.etag).not.toBe(etag);
  });

  test.each([
    ['an unknown field', { shoeSize: 3 }, 'Invalid', 'fields.shoeSize'],
    ['a field that the server sets', { createdTime: '2020-01-01T00:00:00Z' }, 'Invalid', 'fields.createdTime'],
    ['a value of the wrong type', { organization: 'acme', expireInHours: 'many' }, 'Invalid', 'expireInHours'],
    ['a reference to a missing object', { organization: 'acme', cert: 'missing' }, 'UnknownReference', 'cert'],
  ])('%s is refused with its path', async (_, fields, code, field) => {
    const answer = await operator.put('application/admin/wrong', { uid: 'u-wrong', fields });
    expect(answer).toMatchObject({ status: 422, body: { code, fields: [{ field }] } });
    expect(await applicationsNamed('wrong')).toEqual([]);
  });

  test('refusals are problems of RFC 9457', async () => {
    const response = await fetch(`${app.url}/declared/v1/application/admin/none`, {
      headers: { Authorization: 'Bearer x' },
    });
    expect(response.headers.get('content-type')).toMatch('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 401, code: 'Unauthenticated', type: 'about:blank' });
  });

  test('a master password is compared with its digest, and not stored in each pass', async () => {
    const fields = { displayName: 'Vault', masterPassword: 'correct-horse-battery' };
    expect((await operator.put('organization/admin/vault', { uid: 'u-vault', fields })).body.outcome).toBe('created');
    const again = await operator.put('organization/admin/vault', { uid: 'u-vault', fields });
    expect(again.body).toMatchObject({ outcome: 'unchanged', drift: [] });
    const changed = await operator.put('organization/admin/vault', {
      uid: 'u-vault',
      fields: { ...fields, masterPassword: 'another-horse-battery' },
    });
    expect(changed.body).toMatchObject({
      outcome: 'updated',
      drift: [{ path: 'masterPassword', desired: '(redacted)', observed: '(redacted)' }],
    });
    expect(changed.text).not.toMatch(/horse|\$argon2/);
  });

  test('built-in objects cannot be adopted', async () => {
    const answer = await operator.put('cert/admin/cert-built-in', {
      uid: 'u-cert',
      adoption: 'Adopt',
      fields: { displayName: 'Mine' },
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'BuiltIn' } });
  });
});

describe('a dry run', () => {
  const counts = () =>
    Promise.all(
      [app.db('records'), ...['applications', 'origins', 'changes'].map((table) => app.db(table))].map((rows) =>
        rows.count(),
      ),
    );

  test('of a new object returns every field and writes nothing', async () => {
    const before = await counts();
    const answer = await operator.put('application/admin/planned', {
      uid: 'u-planned',
      fields: { ...shop, clientSecret: 'hush-hush-hush-do-not-tell' },
      dryRun: true,
    });
    expect(answer.body).toMatchObject({ outcome: 'created' });
    expect(answer.body.drift).toContainEqual({ path: 'displayName', desired: 'Shop', observed: null });
    expect(answer.body.drift).toContainEqual({ path: 'clientSecret', desired: '(redacted)', observed: null });
    expect(answer.text).not.toContain('hush');
    expect(await counts()).toEqual(before);
  });

  test('of a change returns the differences and writes nothing', async () => {
    const { body } = await operator.get('application/admin/shop');
    const before = await counts();
    const answer = await operator.put('application/admin/shop', {
      uid: 'u-shop',
      fields: { ...shop, displayName: 'Y' },
      dryRun: true,
    });
    expect(answer.body).toMatchObject({
      outcome: 'updated',
      drift: [{ path: 'displayName', desired: 'Y', observed: 'Shop' }],
    });
    expect((await operator.get('application/admin/shop')).body).toEqual(body);
    expect(await counts()).toEqual(before);
  });
});
