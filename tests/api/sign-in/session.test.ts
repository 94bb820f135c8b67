import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { carryCookies, cookieName, cookiesSet } from '../../harness/cookies.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { add, password } from '../../harness/world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let time = Date.parse('2026-11-21T12:00:00Z');
const now = () => new Date(time);

let app: TestApp;
let other: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp({ now });
  other = await startApp({ now, databaseUrl: app.databaseUrl });
  cookie = cookieName(app.url, 'session');
  root = await app.admin();
  await add(root, 'organization', { name: 'acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', password });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'alice', password };
let cookie: string;

/** The same cookies at another server. */
function carried(client: Client, to: TestApp): Client {
  const there = to.client();
  carryCookies(client, there);
  return there;
}

const isSignedIn = async (client: Client) => (await client.get('get-account')).body.status === 'ok';

describe('a session', () => {
  test('S21 is in a cookie that scripts, other sites and other hosts never see', async () => {
    const answer = await app.client().post('login', form);
    const set = cookiesSet(answer).get(cookie);
    expect(set?.attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
    expect(set?.value).toMatch(/^[\w-]{43}$/);
  });

  test('S21 is bound to TLS and the host by its name where the origin is https', async () => {
    const secure = await startApp({
      databaseUrl: app.databaseUrl,
      settings: { DOORWRIGHT_ORIGIN: 'https://id.acme.example' },
    });
    const answer = await secure.client().post('login', form);
    const set = cookiesSet(answer).get('__Host-doorwright_session');
    expect(set?.attributes).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']);
    await secure.stop();
  });

  test('goes on beside the one of another server of the same host: cookies ignore ports', async () => {
    const neighbour = await startApp();
    const [here, there] = [app.client(), neighbour.client()];
    await here.post('login', form);
    const [own] = here.cookies.keys();
    // A browser sends and keeps the cookies of a host whatever their port is.
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    await there.post('login', {
      type: 'login',
      application: 'app-built-in',
      username: 'admin',
      password: adminPassword,
    });
    for (const [name, value] of there.cookies) here.cookies.set(name, value);
    expect(await isSignedIn(here)).toBe(true);
    await there.post('logout');
    expect(there.cookies.has(String(own))).toBe(true);
    expect(await isSignedIn(there)).toBe(false);
    await neighbour.stop();
  });

  test('S21 gets a new id, even if the browser sends one', async () => {
    const planted = 'A'.repeat(43);
    const client = app.client();
    client.cookies.set(cookie, planted);
    await client.post('login', form);
    expect(client.cookies.get(cookie)).not.toBe(planted);
    const victim = app.client();
    victim.cookies.set(cookie, planted);
    expect(await isSignedIn(victim)).toBe(false);
  });

  test('is in the database as a digest only', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    const rows = await app.db('sessions').select('*');
    expect(JSON.stringify(rows)).not.toContain(client.cookies.get(cookie));
  });

  test('is valid at every server on the same database, and ends at all of them at once', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    const there = carried(client, other);
    expect(await isSignedIn(there)).toBe(true);
    await client.post('logout');
    expect(await isSignedIn(there)).toBe(false);
  });

  test('ends after an hour without a request, and not before', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    time += 50 * minute;
    expect(await isSignedIn(client)).toBe(true);
    time += 50 * minute;
    expect(await isSignedIn(client)).toBe(true);
    time += hour;
    const answer = await client.get('get-account');
    expect(answer.body.code).toBe('sign-in-first');
    expect(cookiesSet(answer).get(cookie)).toMatchObject({ value: '' });
  });

  test('ends after a day even if it is used', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    for (let used = 0; used < 47; used += 1) {
      time += day / 48;
      expect(await isSignedIn(client)).toBe(true);
    }
    time += day / 48;
    expect(await isSignedIn(client)).toBe(false);
  });

  test('lasts thirty days without a request if the user asked for it', async () => {
    const client = app.client();
    const answer = await client.post('login', { ...form, autoSignin: true });
    expect(cookiesSet(answer).get(cookie)?.attributes).toContain('Max-Age=2592000');
    time += 29 * day;
    expect(await isSignedIn(client)).toBe(true);
    time += day;
    expect(await isSignedIn(client)).toBe(false);
  });

  test('stores its last use at most once a minute', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    const seen = async () => (await app.db('sessions').max('last_seen_time as at').first())?.at.getTime();
    const start = await seen();
    time += minute / 2;
    await isSignedIn(client);
    expect(await seen()).toBe(start);
    time += minute;
    await isSignedIn(client);
    expect(await seen()).toBe(now().getTime());
  });

  test('is read with one statement', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    const statements = await statementsOf(app, () => client.post('check-user-password', {}));
    expect(statements.filter((sql) => sql.includes('sessions'))).toHaveLength(1);
  });
});

describe('S22 sign-out is real', () => {
  beforeAll(async () => {
    // By the clock of these tests, the first session ended long ago.
    root = await app.admin();
  });

  test('a password change ends all sessions of the user, and their own browser gets a new one', async () => {
    await add(root, 'user', { owner: 'acme', name: 'carol', password });
    const here = await app.signedIn('acme', 'carol', password);
    const there = await other.signedIn('acme', 'carol', password);
    const stolen = carried(here, app);
    const changed = { userOwner: 'acme', userName: 'carol', oldPassword: password, newPassword: 'a-new-password' };
    expect((await here.post('set-password', changed)).body.status).toBe('ok');
    expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(stolen)]).toEqual([true, false, false]);
  });

  test.each([
    ['forbidden', { isForbidden: true }],
    ['marked as deleted', { isDeleted: true }],
  ])('a user who is %s loses their session at once', async (_, change) => {
    const name = `dora-${Object.keys(change)}`;
    await add(root, 'user', { owner: 'acme', name, password });
    const dora = await other.signedIn('acme', name, password);
    const { body } = await root.post('update-user', change, { query: { id: `acme/${name}` } });
    expect(body.status).toBe('ok');
    expect(await isSignedIn(dora)).toBe(false);
  });

  test('S16 a withdrawn right is gone with the next request', async () => {
    await add(root, 'user', { owner: 'acme', name: 'adam', password, isAdmin: true });
    const adam = await other.signedIn('acme', 'adam', password);
    expect((await adam.get('get-users', { owner: 'acme' })).body.status).toBe('ok');
    await root.post('update-user', { isAdmin: false }, { query: { id: 'acme/adam' } });
    expect((await adam.get('get-users', { owner: 'acme' })).body.code).toBe('unauthorized');
  });
});
