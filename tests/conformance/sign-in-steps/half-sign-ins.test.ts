import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { password } from '../../harness/world.ts';
import { master, meanwhile, stampWorld } from './stamp-world.ts';

const world = stampWorld();
const { login, browser } = world;
afterEach(() => {
  meanwhile.run = async () => {};
});

/** A browser whose user has proved the password, and was asked for the stamp. */
async function halfway(more: object = {}): Promise<{ client: Client; username: string }> {
  const username = await world.aUser();
  const client = browser();
  const { code } = await login(client, { username, password, ...more });
  expect(code).toBe('code-missing');
  return { client, username };
}
const answer = async (client: Client, form: object = {}, query: Record<string, string> = {}) =>
  (await login(client, { stamp: '4711', ...form }, query)).code ?? 'ok';

describe('S27 a half-finished sign-in', () => {
  test('belongs to its browser', async () => {
    const { client, username } = await halfway();
    const value = String(client.cookies.get(cookieName(client.url, 'attempt')));
    expect(await answer(browser())).toBe('step-missing');
    const guessed = browser();
    guessed.cookies.set(cookieName(guessed.url, 'attempt'), `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`);
    expect(await answer(guessed)).toBe('step-missing');
    expect(await world.sessionsOf(username)).toEqual([]);
    expect(await answer(client)).toBe('ok');
  });

  test('is no session and no token', async () => {
    const { client } = await halfway();
    const value = String(client.cookies.get(cookieName(client.url, 'attempt')));
    const [{ id }] = await world.app.db('sign_in_attempts').orderBy('created_time', 'desc');
    for (const sent of [value, id]) {
      const thief = browser();
      thief.cookies.set(cookieName(thief.url, 'session'), sent);
      expect((await thief.get('get-account')).body.code).toBe('sign-in-first');
      const { body } = await world.app.client({ Authorization: `Bearer ${sent}` }).get('get-account');
      expect(body.code).toBe('token-unknown');
    }
    // The cookie of a sign-in does not open the last step of recovery either.
    expect((await client.post('reset-password', { newPassword: 'a-new-password' })).body.code).toBe('step-missing');
  });

  test('belongs to its application and its request', async () => {
    const { client, username } = await halfway();
    const { clientId } = await world.credentials('gate');
    const query = { clientId, responseType: 'code', redirectUri: 'https://app.example/callback' };
    expect(await answer(client, { application: 'vault' })).toBe('step-missing');
    expect(await answer(client, { application: 'open' })).toBe('step-missing');
    expect(await answer(client, { type: 'code' }, query)).toBe('step-missing');
    expect(await world.sessionsOf(username)).toEqual([]);
    expect(await answer(client)).toBe('ok');

    const at = browser();
    await login(at, { type: 'code', username, password }, query);
    expect(await answer(at, { type: 'code' }, { ...query, scope: 'openid' })).toBe('step-missing');
    expect(await answer(at, { type: 'code' }, { ...query, state: 'other' })).toBe('step-missing');
    expect(await answer(at)).toBe('step-missing');
    expect(await answer(at, { type: 'code' }, query)).toBe('ok');
  });

  test('belongs to its user', async () => {
    const other = await world.aUser({ tag: '1234' });
    const { client, username } = await halfway();
    expect(await answer(client, { account: `acme/${other}` })).toBe('other-account');
    expect(await answer(client, { account: `acme/${other}`, stamp: '1234' })).toBe('other-account');
    expect(await answer(client, { stamp: '1234' })).toBe('code-wrong');
    expect(await answer(client, { account: `acme/${username}` })).toBe('ok');
    expect(await world.sessionsOf(other)).toEqual([]);
  });

  test('opens one session, also for two answers at once on two replicas', async () => {
    const { client, username } = await halfway();
    const copies = [world.copy(client), world.copy(client, world.other), world.copy(client)];
    const answers = await Promise.all(copies.map((each) => answer(each)));
    expect(answers.toSorted()).toEqual(['ok', 'step-missing', 'step-missing']);
    expect(await answer(world.copy(client))).toBe('step-missing');
    expect(await world.sessionsOf(username)).toHaveLength(1);
  });

  test('ends after ten minutes, and with a newer one of the same browser', async () => {
    const { client, username } = await halfway();
    const copy = world.copy(client);
    await login(client, { username, password });
    expect(await answer(copy)).toBe('step-missing');
    world.later(10 * 60_000);
    expect(await answer(client)).toBe('step-missing');
    expect(await world.sessionsOf(username)).toEqual([]);
  });

  test.each([
    ['the user is blocked', async (id: string) => world.update('user', id, { isForbidden: true })],
    [
      'the user is blocked and let in again',
      async (id: string) => {
        await world.update('user', id, { isForbidden: true });
        return world.update('user', id, { isForbidden: false });
      },
    ],
    ['the password changes', async (id: string) => world.update('user', id, { password: 'a-new-password' })],
    [
      'the user is deleted',
      async (id: string) => {
        const [owner, name] = id.split('/');
        return (await world.root.post('delete-user', { owner, name })).body.status;
      },
    ],
  ])('ends when %s', async (_when, change) => {
    const { client, username } = await halfway();
    expect(await change(`acme/${username}`)).toBe('ok');
    expect(await answer(client)).toBe('step-missing');
    expect(await world.sessionsOf(username)).toEqual([]);
  });

  test.each([
    ['the application is disabled', { isEnabled: false }, 'application-disabled'],
    ['the application no longer offers the method', { enablePassword: false }, 'step-missing'],
    ['the step is no longer due', { description: '' }, 'step-missing'],
  ])('opens nothing when %s', async (_when, change, code) => {
    const { client, username } = await halfway();
    expect(await world.update('application', 'admin/gate', change)).toBe('ok');
    expect(await answer(client)).toBe(code);
    expect(await world.sessionsOf(username)).toEqual([]);
    const before = { isEnabled: true, enablePassword: true, description: 'stamp' };
    await world.update('application', 'admin/gate', before);
  });

  test('does not begin when the password changes between the proof and its storage', async () => {
    const username = await world.aUser();
    const client = browser();
    meanwhile.run = async () => {
      meanwhile.run = async () => {};
      expect(await world.update('user', `acme/${username}`, { password: 'a-new-password' })).toBe('ok');
    };
    expect(await login(client, { username, password })).toMatchObject({ code: 'sign-in-failed' });
    expect(client.cookies.has(cookieName(client.url, 'attempt'))).toBe(false);
    expect(await world.app.db('sign_in_attempts').where({ user: username })).toEqual([]);
  });

  test('does not finish when the user is blocked while the answer is judged', async () => {
    const { client, username } = await halfway();
    let asked = 0;
    // The step is asked for once before the answer is judged, and once after.
    meanwhile.run = async () => {
      if (++asked === 2) await world.update('user', `acme/${username}`, { isForbidden: true });
    };
    expect(await answer(client)).toBe('step-missing');
    expect(await world.sessionsOf(username)).toEqual([]);
  });
});

describe('S17 a half-finished sign-in with the master password', () => {
  test('opens a session with its mark, which leaves no trace at the user', async () => {
    const { client, username } = await halfway({ password: master });
    expect(await answer(client)).toBe('ok');
    expect(await world.sessionsOf(username)).toMatchObject([{ is_impersonated: true }]);
    const user = await world.app.db('users').where({ name: username }).first('last_signin_time');
    expect(user).toEqual({ last_signin_time: null });
    expect(client.cookies.has(cookieName(client.url, 'device'))).toBe(false);
  });

  test('ends with the master password', async () => {
    const { client, username } = await halfway({ password: master });
    const own = await halfway();
    expect(await world.update('organization', 'admin/acme', { masterPassword: 'another master' })).toBe('ok');
    expect(await answer(client)).toBe('step-missing');
    expect(await answer(own.client)).toBe('ok');
    expect(await world.sessionsOf(username)).toEqual([]);
    await world.update('organization', 'admin/acme', { masterPassword: master });
  });

  test('ends with a new master password also while it is finishing', async () => {
    const { client, username } = await halfway({ password: master });
    const { db } = world.app;
    const waiting = async (count: number) =>
      (await db.raw("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rows.length >= count;
    const both = await db.transaction(async (sql) => {
      // The session has used up the half-finished sign-in, and waits to write its record.
      await sql.raw('LOCK TABLE records IN SHARE MODE');
      const finishing = answer(client);
      await vi.waitUntil(() => waiting(1));
      const renewing = world.update('organization', 'admin/acme', { masterPassword: 'another master' });
      await vi.waitUntil(() => waiting(2));
      return { finishing, renewing };
    });
    expect([await both.finishing, await both.renewing]).toEqual(['ok', 'ok']);
    expect(await world.sessionsOf(username)).toEqual([]);
    await world.update('organization', 'admin/acme', { masterPassword: master });
  });
});
