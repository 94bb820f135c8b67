import { describe, expect, test } from 'vitest';
import { cookieName, cookiesSet } from '../../harness/cookies.ts';
import { password } from '../../harness/world.ts';
import { factorWorld } from '../../protocol/second-factor/factor-world.ts';

const world = factorWorld({ masterPassword: 'master of all the shops' });
const { login, browser } = world;

const mustChange = { mustChangePassword: true };
const chosen = 'a password of my own';

const due = { status: 'error', code: 'password-due' };
const isSignedIn = async (client = browser()) => (await client.get('get-account')).body.status === 'ok';
const stored = async (name: string) => world.app.store('user').find(world.app.db, 'acme', name);

describe('a user who must choose a new password', () => {
  test('S27 gets no session for the old one, and one for a new one, which only they know', async () => {
    const username = await world.aUser(mustChange);
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject({ ...due, data: { name: username } });
    expect(await isSignedIn(client)).toBe(false);
    expect(await world.sessionsOf(username)).toEqual([]);

    const answer = await client.post('login', { type: 'login', application: 'shop', newPassword: chosen });
    expect(answer.body).toMatchObject({ status: 'ok', data: `acme/${username}` });
    expect(cookiesSet(answer).has(cookieName(client.url, 'session'))).toBe(true);
    expect(await isSignedIn(client)).toBe(true);
    expect(await stored(username)).toMatchObject({ mustChangePassword: false });
    expect(await login(browser(), { username, password })).toMatchObject({ code: 'sign-in-failed' });
    expect(await login(browser(), { username, password: chosen })).toMatchObject({ status: 'ok' });
    const [record] = await world.app.db('records').where({ user: username, action: 'login', outcome: 'ok' });
    expect(record).toMatchObject({ reason: 'password new-password' });
  });

  test.each([
    ['', 'password-too-short'],
    ['short', 'password-too-short'],
    ['password', 'password-common'],
    [` ${chosen}`, 'password-blank'],
    [password, 'password-unchanged'],
    ['x'.repeat(1025), 'password-too-long'],
  ])('cannot choose %j, and learns the reason', async (newPassword, code) => {
    const username = await world.aUser(mustChange);
    const client = browser();
    await login(client, { username, password });
    expect(await login(client, { newPassword })).toMatchObject({ code });
    expect(await stored(username)).toMatchObject(mustChange);
    expect(await world.sessionsOf(username)).toEqual([]);
    expect(await login(client, { newPassword: chosen })).toMatchObject({ status: 'ok' });
  });

  test('loses other sessions with the new password, and keeps them until then', async () => {
    const username = await world.aUser();
    const before = browser();
    await login(before, { username, password });
    await world.update('user', `acme/${username}`, mustChange);
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject(due);
    expect(await isSignedIn(before)).toBe(true);
    await login(client, { newPassword: chosen });
    expect(await isSignedIn(before)).toBe(false);
    expect(await isSignedIn(client)).toBe(true);
  });

  test('S28 proves the second factor first, so the old password alone sets no new one', async () => {
    const { username, secret } = await world.enrolled();
    await world.update('user', `acme/${username}`, mustChange);
    const client = browser();
    const asked = { code: 'factor-required' };
    expect(await login(client, { username, password })).toMatchObject(asked);
    expect(await login(client, { newPassword: chosen })).toMatchObject(asked);
    expect(await stored(username)).toMatchObject(mustChange);
    expect(await login(client, { factorCode: world.code(secret) })).toMatchObject(due);
    expect(await login(client, { newPassword: chosen })).toMatchObject({ status: 'ok' });
    expect(await world.sessionsOf(username)).toMatchObject([{ amr: ['pwd', 'otp', 'mfa'] }]);
  });

  test('S28 gets no token from the password grant until then', async () => {
    const username = await world.aUser(mustChange);
    const { headers } = await world.credentials('shop');
    const grant = (secret: string) =>
      world.app.anonymous.post(
        '/api/login/oauth/access_token',
        new URLSearchParams({ grant_type: 'password', username, password: secret, scope: 'openid' }),
        { headers },
      );
    expect(await grant(password)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const client = browser();
    await login(client, { username, password });
    await login(client, { newPassword: chosen });
    expect(await grant(chosen)).toMatchObject({ status: 200 });
  });

  test('sets one password with two answers at once on two replicas', async () => {
    const username = await world.aUser(mustChange);
    const here = browser();
    await login(here, { username, password });
    const there = world.copy(here, world.other);
    const answers = await Promise.all([
      login(here, { newPassword: 'first-of-two-passwords' }),
      login(there, { newPassword: 'second-of-two-passwords' }),
    ]);
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1);
    expect(await world.sessionsOf(username)).toHaveLength(1);
  });

  test('is asked no more after they set one on their account page', async () => {
    const username = await world.aUser();
    const client = browser();
    await login(client, { username, password });
    await world.update('user', `acme/${username}`, mustChange);
    const form = { userOwner: 'acme', userName: username };
    expect(
      (await client.post('set-password', { ...form, oldPassword: password, newPassword: chosen })).body.status,
    ).toBe('ok');
    expect(await stored(username)).toMatchObject({ mustChangePassword: false });
  });

  test('is still asked after an administrator set one for them', async () => {
    const username = await world.aUser(mustChange);
    const form = { userOwner: 'acme', userName: username, newPassword: chosen };
    expect((await world.root.post('set-password', form)).body.status).toBe('ok');
    expect(await login(browser(), { username, password: chosen })).toMatchObject(due);
  });
});

test('S4 users cannot remove the demand for a new password themselves', async () => {
  const username = await world.aUser();
  const client = browser();
  await login(client, { username, password });
  await world.update('user', `acme/${username}`, mustChange);
  await client.post('update-user', { mustChangePassword: false }, { query: { id: `acme/${username}` } });
  expect(await stored(username)).toMatchObject(mustChange);
});

test('S17 support with a master password is not asked, and sets no password', async () => {
  const username = await world.aUser(mustChange);
  const client = browser();
  expect(await login(client, { username, password: 'master of all the shops' })).toMatchObject({ status: 'ok' });
  expect(await stored(username)).toMatchObject(mustChange);
});
