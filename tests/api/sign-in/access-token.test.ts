import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';

let time = Date.parse('2026-11-21T12:00:00Z');

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  app = await startApp({ now: () => new Date(time) });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
});
afterAll(() => app.stop());

let made = 0;
const aToken = async (by: Client, fields: Record<string, unknown>) => {
  made += 1;
  const accessToken = `token-${made}-`.padEnd(43, 'x');
  await add(by, 'token', {
    name: `token-${made}`,
    application: 'app-acme',
    organization: 'acme',
    user: 'alice',
    accessToken,
    expiresIn: 3600,
    ...fields,
  });
  return accessToken;
};
const bearing = (token: string) => app.client({ Authorization: `Bearer ${token}` });
const account = async (client: Client) => (await client.get('get-account')).body;

describe('an access token', () => {
  test('acts as its user, in the header or in the query of get-account', async () => {
    const token = await aToken(acme.admin, {});
    expect(await account(bearing(token))).toMatchObject({ status: 'ok', name: 'alice' });
    for (const name of ['accessToken', 'access_token'])
      expect((await app.client().get('get-account', { [name]: token })).body).toMatchObject({ name: 'alice' });
    expect((await app.client().get('get-users', { access_token: token })).body.code).toBe('credentials-in-url');
  });

  test('acts as its application, with rights in its organization only', async () => {
    const client = bearing(await aToken(acme.admin, { user: 'app/app-acme' }));
    expect((await client.get('get-users', { owner: 'acme' })).body.status).toBe('ok');
    expect((await client.get('get-users', { owner: 'built-in' })).body.code).toBe('unauthorized');
  });

  test('is refused if it is unknown or expired, or if its user may not sign in', async () => {
    expect(await account(bearing('x'.repeat(43)))).toMatchObject({
      code: 'token-unknown',
      msg: "Access token doesn't exist",
    });
    const token = await aToken(acme.admin, { expiresIn: 60 });
    time += 60_000;
    expect((await account(bearing(token))).code).toBe('session-expired');
    await add(root, 'user', { owner: 'acme', name: 'fred', password });
    const freds = await aToken(acme.admin, { user: 'fred' });
    await root.post('update-user', { isForbidden: true }, { query: { id: 'acme/fred' } });
    expect((await account(bearing(freds))).code).toBe('token-unknown');
  });

  test('S22 ends with a password change or its own deletion', async () => {
    await add(root, 'user', { owner: 'acme', name: 'gina', password });
    const token = await aToken(acme.admin, { user: 'gina' });
    await root.post('set-password', { userOwner: 'acme', userName: 'gina', newPassword: 'a-new-password' });
    expect((await account(bearing(token))).code).toBe('token-unknown');
    const second = await aToken(acme.admin, { user: 'gina' });
    await acme.admin.post('delete-token', { owner: 'admin', name: `token-${made}` });
    expect((await account(bearing(second))).code).toBe('token-unknown');
  });

  test('is encrypted in the database and found by its digest', async () => {
    const token = await aToken(acme.admin, {});
    expect(JSON.stringify(await app.db('tokens').select('*'))).not.toContain(token);
  });

  test('is refused if it is too short to be safe', async () => {
    const { body } = await acme.admin.post('add-token', { name: 'short', organization: 'acme', accessToken: 'abc' });
    expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'accessToken' }] });
  });
});

describe('S18 tokens for others', () => {
  test.each([
    ['a global administrator', { user: 'grace' }],
    ['an application of the platform', { application: 'app-built-in', user: 'app/app-built-in' }],
  ])("an organization's administrator makes no token that acts as %s", async (_, fields) => {
    if (fields.user === 'grace')
      await add(root, 'user', { owner: 'acme', name: 'grace', password, isGlobalAdmin: true });
    const { body } = await acme.admin.post('add-token', {
      name: 'climb',
      application: 'app-acme',
      organization: 'acme',
      accessToken: 'x'.repeat(43),
      ...fields,
    });
    expect(body.code).toBe('rights-not-held');
    await aToken(acme.admin, {});
    const changed = await acme.admin.post('update-token', fields, { query: { id: `admin/token-${made}` } });
    expect(changed.body.code).toBe('rights-not-held');
  });

  test('no token is made for a user who does not exist yet, and a token made before its user becomes a global administrator ends then', async () => {
    const planted = { name: 'planted', application: 'app-built-in', organization: 'acme', user: 'newcomer' };
    for (const client of [acme.admin, acme.application, root]) {
      const { body } = await client.post('add-token', { ...planted, accessToken: 'p'.repeat(43) });
      expect(body).toMatchObject({ code: 'unknown-reference', fields: [{ field: 'user' }] });
    }
    await aToken(acme.admin, { application: 'app-built-in' });
    const changed = await acme.admin.post(
      'update-token',
      { user: 'newcomer' },
      { query: { id: `admin/token-${made}` } },
    );
    expect(changed.body.code).toBe('unknown-reference');

    const name = `raised-${made}`;
    await add(root, 'user', { owner: 'acme', name, password });
    const token = await aToken(acme.admin, { application: 'app-built-in', user: name });
    const here = await app.signedIn('acme', name, password);
    await root.post('update-user', { isGlobalAdmin: true }, { query: { id: `acme/${name}` } });
    expect((await account(bearing(token))).code).toBe('token-unknown');
    expect((await account(here)).code).toBe('sign-in-first');
    await root.post('delete-user', { owner: 'acme', name });
  });

  test('17.16 an organization without a user `admin` adds a token as Casdoor’s console does, and the token acts as nobody', async () => {
    const accessToken = 'n'.repeat(43);
    const sent = { application: 'app-acme', organization: 'acme', expiresIn: 7200, scope: 'read', tokenType: 'Bearer' };
    for (const [by, user] of [
      [acme.admin, 'admin'],
      [acme.application, undefined],
    ] as const) {
      const name = `usual-${user}`;
      const { body } = await by.post('add-token', {
        owner: 'admin',
        name,
        ...sent,
        user,
        ...(user && { accessToken }),
      });
      expect(body, body.msg).toMatchObject({ status: 'ok', data: 'Affected' });
      expect((await by.get('get-token', { id: `admin/${name}` })).body.data).toMatchObject({
        user: '',
        application: 'app-acme',
      });
    }
    await add(root, 'user', { owner: 'acme', name: 'admin', password });
    expect((await account(bearing(accessToken))).code).toBe('token-unknown');
    const own = await aToken(acme.admin, { user: 'admin' });
    expect(await account(bearing(own))).toMatchObject({ name: 'admin' });
  });

  test('17.16 get-account returns the subject and the id with all account items', async () => {
    await add(root, 'organization', {
      name: 'veiled',
      isProfilePublic: true,
      accountItems: [{ name: 'Name', viewRule: 'Public' }],
    });
    await add(root, 'user', { owner: 'veiled', name: 'vera', password });
    const { data: user } = (await root.get('get-user', { id: 'veiled/vera' })).body;
    const vera = await app.signedIn('veiled', 'vera', password);
    expect(await account(vera)).toMatchObject({ sub: user.id, name: 'vera', data: { id: user.id, email: '' } });
    const stranger = await app.anonymous.get('get-user', { id: 'veiled/vera' });
    expect(stranger.body.data).toMatchObject({ name: 'vera', id: '' });
  });
});
