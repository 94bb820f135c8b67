import { describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld();
const { login, browser } = world;
const minute = 60_000;

async function signedIn(username: string): Promise<Client> {
  const client = browser();
  await login(client, { username, password });
  return client;
}

const own = (username: string) => ({ userOwner: 'acme', userName: username });

/** A directory, a syncer and a webhook of the organization, and the change of the secret of each. */
async function withSecrets(): Promise<[string, object, Record<string, string>][]> {
  const { root } = world;
  const organization = 'acme';
  await add(root, 'syncer', { name: 'by-table', organization, password: 'old', isEnabled: false });
  const headers = [{ name: 'X-Key', value: 'old' }];
  await add(root, 'webhook', {
    name: 'by-call',
    organization,
    url: 'https://hooks.example/',
    headers,
    isEnabled: false,
  });
  await add(root, 'ldap', { id: 'by-directory', owner: organization, host: 'ldap.example', passwd: 'old' });
  return [
    ['update-syncer', { password: 'new' }, { id: 'admin/by-table' }],
    ['update-webhook', { headers: [{ name: 'X-Key', value: 'new' }] }, { id: 'admin/by-call' }],
    ['update-ldap', { id: 'by-directory', owner: organization, passwd: 'new' }, {}],
  ];
}

describe('S28 after ten minutes without a proof of identity', () => {
  test('an administrator changes no password, address or secret, and after a new proof they do', async () => {
    const [admin, other] = [await world.aUser({ isAdmin: true }), await world.aUser({ email: 'old@acme.example' })];
    const client = await signedIn(admin);
    await add(world.root, 'application', { name: 'till', organization: 'acme', cert: 'cert-built-in' });
    const secrets = await withSecrets();
    const grave: [string, object, Record<string, string>][] = [
      ...secrets,
      ['set-password', { ...own(other), newPassword: 'another-long-one-7' }, {}],
      ['update-user', { email: 'new@acme.example' }, { id: `acme/${other}` }],
      ['update-organization', { masterPassword: 'master-of-all-doors-9' }, { id: 'admin/acme' }],
      ['update-application', { clientSecret: 'kU7-qX2m-Rb9w-Zt4s-Hd6y' }, { id: 'admin/till' }],
      ['reset-factors', { owner: 'acme', name: other }, {}],
      ['begin-factor', {}, {}],
    ];
    world.later(10 * minute);
    for (const [path, body, query] of grave)
      expect((await client.post(path, body, { query })).body, path).toMatchObject({ code: 'proof-required' });
    const link = { owner: 'acme', name: other };
    expect((await client.post('send-password-link', link)).body.code).toBe('proof-required');
    expect((await client.get('get-user', { id: `acme/${other}` })).body.data).toMatchObject({
      email: 'old@acme.example',
    });
    expect(
      (await client.post('update-user', { displayName: 'Bo' }, { query: { id: `acme/${other}` } })).body.status,
    ).toBe('ok');
    const before = client.cookies.get(cookieName(client.url, 'session'));
    expect((await client.post('prove-again', { password: 'wrong-one' })).body.code).toBe('password-incorrect');
    expect((await client.post('prove-again', { password })).body.status).toBe('ok');
    expect(client.cookies.get(cookieName(client.url, 'session'))).not.toBe(before);
    for (const [path, body, query] of grave)
      expect((await client.post(path, body, { query })).body, path).toMatchObject({ status: 'ok' });
  });

  test('a global administrator changes no secret of a provider, but its other fields', async () => {
    await add(world.root, 'provider', { name: 'by-mail', category: 'Email', type: 'Default', clientSecret: 'old' });
    const { app } = world;
    await add(world.root, 'user', { owner: 'built-in', name: 'second', password, isGlobalAdmin: true });
    const client = browser();
    await client.post('login', { type: 'login', application: 'app-built-in', username: 'second', password });
    const change = async (fields: object) =>
      (await client.post('update-provider', fields, { query: { id: 'admin/by-mail' } })).body;
    world.later(10 * minute);
    expect(await change({ clientSecret: 'new' })).toMatchObject({ code: 'proof-required' });
    expect(await change({ displayName: 'Mail' })).toMatchObject({ status: 'ok' });
    expect((await client.post('prove-again', { password })).body.status).toBe('ok');
    expect(await change({ clientSecret: 'new' })).toMatchObject({ status: 'ok' });
    expect(await app.store('provider').find(app.db, 'admin', 'by-mail')).toMatchObject({ clientSecret: 'new' });
  });

  test('a user changes their password by the old one, and sets a first one with a fresh proof only', async () => {
    const username = await world.aUser();
    const client = await signedIn(username);
    const newcomer = await world.aUser();
    const other = await signedIn(newcomer);
    // A user of another service has no password. Here, they have lost it.
    await world.app.db('users').where({ owner: 'acme', name: newcomer }).update({ password: '' });
    world.later(10 * minute);
    const newPassword = 'another-long-one-7';
    const first = async () => (await other.post('set-password', { ...own(newcomer), newPassword })).body;
    expect(await first()).toMatchObject({ code: 'proof-required' });
    const body = { ...own(username), newPassword };
    expect((await client.post('set-password', { ...body, oldPassword: password })).body.status).toBe('ok');
    expect((await client.post('reset-email-or-phone', { type: 'email', dest: 'x@y.example' })).body.code).toBe(
      'proof-required',
    );
    await world.app.db('sessions').where({ owner: 'acme', user: newcomer }).update({ authenticated_time: world.now() });
    expect(await first()).toMatchObject({ status: 'ok' });
    expect(await login(browser(), { username: newcomer, password: newPassword })).toMatchObject({ status: 'ok' });
  });

  test('a user changes no second factor, recovery code or address of their own', async () => {
    const { username, secret } = await world.enrolled();
    const client = browser();
    await login(client, { username, password });
    expect(await login(client, { factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
    world.later(10 * minute);
    const grave: [string, object][] = [
      ['begin-factor', {}],
      ['new-recovery-codes', {}],
      ['delete-factor', { type: 'totp' }],
    ];
    for (const [path, body] of [...grave, ['reset-email-or-phone', { type: 'email', dest: 'x@y.example' }] as const])
      expect((await client.post(path, body)).body.code, path).toBe('proof-required');
    const proof = { factor: 'totp', factorCode: world.code(secret) };
    expect((await client.post('prove-again', proof)).body.status).toBe('ok');
    for (const [path, body] of grave)
      expect((await client.post(path, body)).body, path).toMatchObject({ status: 'ok' });
  });

  test('guesses of the proof lock, on every replica, and the right password does not help then', async () => {
    const username = await world.aUser();
    const client = await signedIn(username);
    const elsewhere = world.copy(client, world.other);
    const wrong = Array.from({ length: 10 }, (_, at) =>
      (at % 2 ? client : elsewhere).post('prove-again', { password: `wrong-${at}` }),
    );
    const codes = (await Promise.all(wrong)).map(({ body }) => body.code);
    expect(codes).toContain('locked');
    expect((await client.post('prove-again', { password })).body.code).toBe('locked');
  });

  test('nobody proves themselves for another user, or with the master password', async () => {
    await world.update('organization', 'admin/acme', { masterPassword: 'master-of-all-doors-9' });
    const username = await world.aUser();
    const client = browser();
    await login(client, { username, password: 'master-of-all-doors-9' });
    expect((await client.post('prove-again', { password: 'master-of-all-doors-9' })).body.code).toBe('impersonated');
    expect((await browser().post('prove-again', { password })).body.code).toBe('sign-in-first');
  });
});

describe('a program with a token of a user', () => {
  test('is told to get a newer one, in the words of RFC 9470', async () => {
    const username = await world.aUser({ isAdmin: true });
    const other = await world.aUser();
    await world.update('application', 'admin/shop', { apiAccess: 'administrator' });
    const { clientId, headers } = await world.credentials('shop');
    const form = { grant_type: 'password', username, password, scope: 'read', client_id: clientId };
    const token = async () => {
      const { body } = await browser().post('/api/login/oauth/access_token', new URLSearchParams(form), { headers });
      return { Authorization: `Bearer ${(body as unknown as { access_token: string }).access_token}` };
    };
    const set = async (bearer: Record<string, string>) =>
      browser().post('set-password', { ...own(other), newPassword: 'another-long-one-7' }, { headers: bearer });
    const old = await token();
    world.later(10 * minute);
    const { status, headers: told, body } = await set(old);
    expect([status, body.code]).toEqual([401, 'proof-required']);
    expect(told.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_user_authentication", error_description="[^"]+", max_age="600"$/,
    );
    expect((await set(await token())).body.status).toBe('ok');
  });
});
