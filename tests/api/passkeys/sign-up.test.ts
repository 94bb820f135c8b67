import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createAuthenticator, type Manner } from './authenticator.ts';
import { passkeyWorld } from './passkey-world.ts';

const world = passkeyWorld();
const items = ['Username', 'Display name', 'Password', 'Confirm password'];
const signupItems = items.map((name) => ({ name, visible: true, required: true, prompted: false, rule: 'None' }));

beforeAll(async () => {
  for (const [name, enableWebAuthn, enableSignUp] of [
    ['open', true, true],
    ['plain', false, true],
    ['closed', true, false],
  ] as const)
    await add(world.root, 'application', {
      ...{ name, organization: 'acme', cert: 'cert-built-in', enableSignUp, enableWebAuthn, signupItems },
    });
});

async function begin(browser: Client, application = 'open', name = '') {
  const { body } = await browser.get('webauthn/newcomer/begin', { application, name });
  const { publicKey } = body as unknown as {
    publicKey: Parameters<ReturnType<typeof createAuthenticator>['create']>[0];
  };
  return { publicKey, code: body.code };
}

const signUp = async (browser: Client, passkey: object | '', more: object = {}) => {
  const username = `new_${randomUUID().slice(0, 8)}`;
  const form = { application: 'open', organization: 'acme', username, name: 'Newcomer' };
  const { body } = await browser.post('signup', { ...form, passkey: passkey && JSON.stringify(passkey), ...more });
  return { username, body };
};

describe('a sign-up with a passkey alone', () => {
  test('makes an account without a password, which signs in by that passkey', async () => {
    const browser = world.browser();
    const { publicKey } = await begin(browser, 'open', 'newcomer');
    expect(publicKey).toMatchObject({ user: { name: 'newcomer' }, rp: { id: 'localhost', name: 'acme' } });
    const key = createAuthenticator(world.app.url);
    const { username, body } = await signUp(browser, key.create(publicKey));
    expect(body).toMatchObject({ status: 'ok', data: `acme/${username}` });
    const [user] = await world.app.db('users').where({ owner: 'acme', name: username });
    expect(user).toMatchObject({ password: '', second_factors: ['passkey'] });
    const visitor = world.browser();
    const options = await world.optionsOf(visitor, 'signin', { application: 'open' });
    expect(await world.login(visitor, key.get(options), { application: 'open' })).toMatchObject({
      data: `acme/${username}`,
    });
    expect((await visitor.post('delete-passkey', { id: key.id })).body.code).toBe('passkey-last');
  });

  test('is refused where the application has no passkeys or no sign-up', async () => {
    const browser = world.browser();
    expect((await begin(browser, 'plain')).code).toBe('signup-closed');
    expect((await begin(browser, 'closed')).code).toBe('signup-closed');
    const { publicKey } = await begin(browser);
    const made = createAuthenticator(world.app.url).create(publicKey);
    expect((await signUp(browser, made, { application: 'plain' })).body.code).toBe('password-too-short');
    expect((await signUp(browser, '')).body.code).toBe('password-too-short');
  });

  test.each<[string, Manner, string]>([
    ['from another origin', { origin: 'https://evil.example' }, 'passkey-refused'],
    ['for another relying party', { rpId: 'evil.example' }, 'passkey-refused'],
    ['without a check that it is the user', { isVerified: false }, 'passkey-unverified'],
  ])('S31 is refused with an answer %s, and makes no account', async (_, manner, code) => {
    const browser = world.browser();
    const { publicKey } = await begin(browser);
    const { username, body } = await signUp(browser, createAuthenticator(world.app.url).create(publicKey, manner));
    expect(body.code).toBe(code);
    expect(await world.app.db('users').where({ owner: 'acme', name: username })).toEqual([]);
  });

  test("S31 is refused with another browser's challenge, a used one, an old one, and a known passkey", async () => {
    const [browser, other] = [world.browser(), world.browser()];
    await begin(other);
    const { publicKey } = await begin(browser);
    const key = createAuthenticator(world.app.url);
    const made = key.create(publicKey);
    expect((await signUp(other, made)).body.code).toBe('passkey-expired');
    expect((await signUp(browser, made)).body.status).toBe('ok');
    expect((await signUp(browser, made)).body.code).toBe('passkey-expired');
    const again = await begin(browser);
    expect((await signUp(browser, key.create(again.publicKey))).body.code).toBe('passkey-known');
    const late = await begin(browser);
    world.later(5 * 60_000);
    const old = createAuthenticator(world.app.url).create(late.publicKey);
    expect((await signUp(browser, old)).body.code).toBe('passkey-expired');
  });
});

test('browsers and password managers find where passkeys belong, and where people manage them', async () => {
  const get = async (path: string) => (await fetch(`${world.app.url}/.well-known/${path}`)).json();
  expect(await get('webauthn')).toEqual({ origins: [world.app.url, world.app.url.replace('127.0.0.1', 'localhost')] });
  const page = `${world.app.url}/account/security#passkeys`;
  expect(await get('passkey-endpoints')).toEqual({ enroll: page, manage: page });
});
