import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { from, portalSettings } from '../world/portal-world.ts';

const minute = 60_000;
let time = Date.parse('2026-11-21T12:00:00Z');
const options = { now: () => new Date(time), settings: portalSettings };

let app: TestApp;
let other: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp(options);
  other = await startApp({ ...options, databaseUrl: app.databaseUrl });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', password });
  await add(root, 'application', {
    name: 'plain',
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    signupItems: [
      { name: 'ID', visible: false, required: true, rule: 'Random' },
      { name: 'Username' },
      { name: 'Password' },
    ],
  });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const offered = async (to = app): Promise<JWK> => (await from(to).get('get-login-key')).body.data;
const sealed = async (members: object, key: JWK, enc = 'A256GCM') =>
  new CompactEncrypt(Buffer.from(JSON.stringify(members)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc, kid: String(key.kid) })
    .encrypt(await importJWK(key, 'ECDH-ES'));
const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'alice' };
const codeOf = async (client: Client, path: string, body: object, headers: Record<string, string> = {}) =>
  (await client.post(path, body, { headers })).body.code ?? 'ok';

describe('encrypted credentials', () => {
  test('sign in on another server than the one that gave the key', async () => {
    const jwe = await sealed({ password }, await offered());
    expect(await codeOf(from(other), 'login', { ...form, sealed: jwe })).toBe('ok');
    const wrong = await sealed({ password: 'not it' }, await offered());
    expect(await codeOf(from(app), 'login', { ...form, sealed: wrong })).toBe('sign-in-failed');
  });

  test('sign up, and change a password', async () => {
    const key = await offered();
    const signup = { application: 'plain', username: 'bob', sealed: await sealed({ password }, key) };
    expect(await codeOf(from(app), 'signup', signup)).toBe('ok');
    const bob = await app.signedIn('acme', 'bob', password);
    const change = await sealed({ oldPassword: password, newPassword: 'a-new-password' }, key);
    const sent = { userOwner: 'acme', userName: 'bob', sealed: change };
    expect(await codeOf(bob, 'set-password', sent)).toBe('ok');
    await app.signedIn('acme', 'bob', 'a-new-password');
  });

  test('are valid while a form may be open, and not much longer', async () => {
    const jwe = await sealed({ password }, await offered());
    time += 10 * minute;
    expect(await codeOf(from(app), 'login', { ...form, sealed: jwe })).toBe('ok');
    time += 10 * minute;
    expect(await codeOf(from(app), 'login', { ...form, sealed: jwe })).toBe('credentials-unreadable');
    expect((await offered()).kid).not.toBe(undefined);
  });

  test('are refused in any other form', async () => {
    const key = await offered();
    const good = await sealed({ password }, key);
    const foreign = await sealed({ password }, { ...key, kid: 'unknown' });
    const [head, ...rest] = good.split('.');
    const tampered = [head, ...rest.slice(0, -2), 'AAAA', rest.at(-1)].join('.');
    const bad = [
      'nonsense',
      foreign,
      tampered,
      await sealed({ password }, key, 'A128GCM'),
      await sealed({ password, owner: 'built-in' }, key),
      await sealed({ password: { $ne: '' } }, key),
      await sealed(['password'], key),
      'x'.repeat(30_000),
    ];
    for (const jwe of bad)
      expect(await codeOf(from(app), 'login', { ...form, sealed: jwe })).toBe('credentials-unreadable');
    expect(await codeOf(from(app), 'login', { ...form, password, sealed: good })).toBe('credentials-unreadable');
  });

  test('that are too long for any user are refused for that reason, at any length', async () => {
    for (const length of [1025, 5000]) {
      const long = await sealed({ password: 'x'.repeat(length) }, await offered());
      expect(await codeOf(from(app), 'login', { ...form, sealed: long })).toBe('password-too-long');
      const signup = { application: 'plain', username: 'longfellow', sealed: long };
      expect(await codeOf(from(app), 'signup', signup)).toBe('password-too-long');
    }
  });

  test('use a key whose private half never leaves the server', async () => {
    const key = await offered();
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(await offered(other)).toEqual(key);
  });
});

describe('plain credentials', () => {
  test('are accepted only on this machine and over TLS', async () => {
    const plain = { ...form, password };
    expect(await codeOf(from(app), 'login', plain)).toBe('ok');
    expect(await codeOf(from(app), 'login', plain, { 'X-Forwarded-Proto': 'https' })).toBe('ok');
    const open = { 'X-Forwarded-Proto': 'http' };
    expect(await codeOf(from(app), 'login', plain, open)).toBe('plain-credentials');
    const jwe = await sealed({ password }, await offered());
    expect(await codeOf(from(app), 'login', { ...form, sealed: jwe }, open)).toBe('ok');
    const signup = { application: 'plain', username: 'carol', password };
    expect(await codeOf(from(app), 'signup', signup, open)).toBe('plain-credentials');
    expect(await codeOf(from(app), 'reset-password', { newPassword: 'x' }, open)).toBe('plain-credentials');
    expect(await app.db('users').where({ name: 'carol' })).toEqual([]);
  });

  test('S50 only a trusted proxy says how a request came', async () => {
    for (const DOORWRIGHT_TRUSTED_PROXIES of ['', '203.0.113.0/24']) {
      const settings = { ...portalSettings, DOORWRIGHT_TRUSTED_PROXIES };
      const direct = await startApp({ ...options, databaseUrl: app.databaseUrl, settings });
      try {
        for (const said of ['http', 'https'])
          expect(await codeOf(direct.client(), 'login', { ...form, password }, { 'X-Forwarded-Proto': said })).toBe(
            'ok',
          );
      } finally {
        await direct.stop();
      }
    }
  });

  test('the API document says that every form with a password takes it encrypted', () => {
    const withPassword = app.routes.filter(({ body }) => body?.properties?.sealed);
    expect(withPassword.map(({ path }) => path).sort()).toEqual([
      '/api/check-user-password',
      '/api/login',
      '/api/prove-again',
      '/api/reset-password',
      '/api/set-password',
      '/api/signup',
    ]);
  });
});
