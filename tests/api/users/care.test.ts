import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';

/** What administrators do for a user who cannot sign in, or who must not. */

const minute = 60_000;
let time = Date.parse('2026-11-30T12:00:00Z');
let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
let addresses = 0;

beforeAll(async () => {
  app = await startApp({ now: () => new Date(time), settings: { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' } });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  globex = await createTenant(app, root, 'globex');
});
afterAll(() => app.stop());

const elsewhere = () => app.client({ 'X-Forwarded-For': `198.51.100.${++addresses}` });
const form = { type: 'login', application: 'app-acme', organization: 'acme' };
const tries = async (username: string, word: string, client = elsewhere()) =>
  (await client.post('login', { ...form, username, password: word })).body.code ?? 'ok';

/** A user of acme, whose name no other test has. */
async function aPerson(more: Record<string, unknown> = {}): Promise<string> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(root, 'user', { owner: 'acme', name, displayName: 'Somebody', password, ...more });
  return name;
}
const stateOf = async (name: string, client = acme.admin) =>
  (await client.get('get-sign-in-state', { id: `acme/${name}` })).body;
const unlock = async (name: string, client = acme.admin) =>
  (await client.post('unlock-user', { owner: 'acme', name })).body;
const endSessions = async (name: string, sessions?: string[], client = acme.admin) =>
  (await client.post('end-user-sessions', { owner: 'acme', name, ...(sessions && { sessions }) })).body;
const recordsOf = (name: string, action: string) =>
  app
    .db('records')
    .where({ action, object: `user acme/${name}` })
    .select('user', 'outcome', 'reason');

async function lockOut(name: string, client?: Client) {
  for (let guess = 0; guess < 5; guess += 1) expect(await tries(name, 'wrong', client)).not.toBe('locked');
  expect(await tries(name, password, client)).toBe('locked');
}

describe('A locked user', () => {
  test('S23 is shown with the rest of the time, and is free at the end of it', async () => {
    const name = await aPerson();
    expect((await stateOf(name)).data.locks).toEqual([]);
    await lockOut(name);
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'password', retryAfterSeconds: 60 }]);
    time += 18_000;
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'password', retryAfterSeconds: 42 }]);
    time += minute;
    expect((await stateOf(name)).data.locks).toEqual([]);
  });

  test('signs in at once after an administrator has unlocked them, and the next lock is short again', async () => {
    const name = await aPerson();
    await lockOut(name);
    time += minute;
    await lockOut(name);
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'password', retryAfterSeconds: 120 }]);
    expect(await unlock(name)).toMatchObject({ status: 'ok' });
    expect((await stateOf(name)).data.locks).toEqual([]);
    expect(await tries(name, password)).toBe('ok');
    await lockOut(name);
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'password', retryAfterSeconds: 60 }]);
    expect(await recordsOf(name, 'unlock-user')).toEqual([{ user: 'adam', outcome: 'ok', reason: '' }]);
  });

  test('S24 is unlocked in a browser that they have used before, too', async () => {
    const name = await aPerson();
    const browser = elsewhere();
    expect(await tries(name, password, browser)).toBe('ok');
    await browser.post('logout');
    await lockOut(name, browser);
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'password', retryAfterSeconds: 60 }]);
    await unlock(name);
    expect(await tries(name, 'wrong', browser)).not.toBe('locked');
  });

  test('is shown as locked at their second factor, and gets a new chance', async () => {
    const name = await aPerson();
    const client = await app.signedIn('acme', name, password);
    const { secret, enrolment } = (await client.post('begin-factor')).body.data;
    const added = await client.post('add-factor', {
      enrolment,
      code: oneTimeCode(fromBase32(secret), new Date(time)),
    });
    expect(added.body.status).toBe('ok');
    const browser = elsewhere();
    expect(await tries(name, password, browser)).toBe('factor-required');
    const guess = async () =>
      (await browser.post('login', { ...form, factor: 'totp', factorCode: '000000' })).body.code;
    for (let tried = 0; tried < 10; tried += 1) await guess();
    expect(await guess()).toBe('locked');
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'factor', retryAfterSeconds: 60 }]);
    await unlock(name);
    expect(await guess()).not.toBe('locked');
  });

  test('is shown as locked at codes under each of their addresses, and gets a new chance', async () => {
    const change = await root.post(
      'update-application',
      { enableCodeSignin: true },
      { query: { id: 'admin/app-acme' } },
    );
    expect(change.body.status).toBe('ok');
    const email = `${randomUUID()}@acme.example`;
    const name = await aPerson({ email });
    const guess = async () => (await elsewhere().post('login', { ...form, username: email, code: '000000' })).body.code;
    for (let tried = 0; tried < 10; tried += 1) expect(await guess()).not.toBe('locked');
    expect(await guess()).toBe('locked');
    expect((await stateOf(name)).data.locks).toEqual([{ secret: 'code', retryAfterSeconds: 60 }]);
    await unlock(name);
    expect(await guess()).not.toBe('locked');
  });

  test('a name that nobody has is counted without a user', async () => {
    await lockOut(`ghost-${randomUUID()}`).catch(() => undefined);
    expect(await app.db('guess_counts').where({ secret: 'password', account: '' })).toEqual([]);
  });
});

test('S24 a network that is locked after guesses at others is shown at a user who tries from it', async () => {
  const [name, other] = [await aPerson(), await aPerson()];
  const office = elsewhere();
  for (let guess = 0; guess < 50; guess += 1) await tries(`nobody-${guess}`, 'wrong', office);
  expect(await tries(name, password, office)).toBe('locked');
  const { locks, networks } = (await stateOf(name)).data;
  expect(locks).toEqual([]);
  expect(networks).toEqual([{ address: `198.51.100.${addresses}`, retryAfterSeconds: 60 }]);
  // It says nothing of people who did not try from there.
  expect((await stateOf(other)).data.networks).toEqual([]);
  time += minute;
  expect((await stateOf(name)).data.networks).toEqual([]);
});

describe('Sessions of a user', () => {
  test('one of them ends, or all with their tokens, and each is recorded', async () => {
    const name = await aPerson();
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => app.signedIn('acme', name, password)));
    const listed = async () =>
      (await acme.admin.get('get-live-sessions', { owner: 'acme', user: name })).body.data as { id: string }[];
    const before = await listed();
    expect(before).toHaveLength(3);
    expect(await endSessions(name, [String(before[0]?.id)])).toMatchObject({ status: 'ok', data: 1 });
    expect(await listed()).toHaveLength(2);
    expect(await endSessions(name, [String(before[0]?.id)])).toMatchObject({ code: 'not-found' });
    expect(await endSessions(name)).toMatchObject({ status: 'ok', data: 2 });
    for (const client of [one, two, three]) expect((await client?.get('get-account'))?.body.status).toBe('error');
    const reasons = (await recordsOf(name, 'end-user-sessions')).map(({ outcome, reason }) => `${outcome} ${reason}`);
    expect(reasons).toEqual(expect.arrayContaining(['ok one session', 'ok all sessions']));
    const events = await app.db('records').where({ action: 'end-user-sessions', outcome: 'ok' }).pluck('event');
    expect(new Set(events)).toEqual(new Set(['end-session']));
  });

  test('administrators who end their own keep the one that they use', async () => {
    const own = await app.signedIn('acme', 'adam', password);
    const other = await app.signedIn('acme', 'adam', password);
    expect(await endSessions('adam', undefined, own)).toMatchObject({ status: 'ok' });
    expect((await own.get('get-account')).body.status).toBe('ok');
    expect((await other.get('get-account')).body.status).toBe('error');
    acme = { ...acme, admin: own };
  });
});

describe('A password that an administrator sets', () => {
  const set = async (name: string, more: Record<string, unknown>) =>
    (
      await acme.admin.post('set-password', {
        userOwner: 'acme',
        userName: name,
        newPassword: 'another-word-of-mine',
        ...more,
      })
    ).body;

  test('is one for the next sign-in only, if they ask for that', async () => {
    const name = await aPerson();
    expect(await set(name, { mustChangePassword: true })).toMatchObject({ status: 'ok' });
    expect(await tries(name, 'another-word-of-mine')).toBe('password-due');
    expect(await set(name, { mustChangePassword: false, newPassword: 'a-third-word-of-mine' })).toMatchObject({
      status: 'ok',
    });
    expect(await tries(name, 'a-third-word-of-mine')).toBe('ok');
  });

  test('users do not free themselves of it, and the rules of the organization hold', async () => {
    const name = await aPerson();
    const user = await app.signedIn('acme', name, password);
    const own = { userOwner: 'acme', userName: name, oldPassword: password, newPassword: 'another-word-of-mine' };
    expect((await user.post('set-password', { ...own, mustChangePassword: true })).body.status).toBe('ok');
    expect(await tries(name, 'another-word-of-mine')).toBe('ok');
    expect(await set(name, { newPassword: 'short' })).toMatchObject({ code: 'password-too-short' });
  });
});

test('the state says why no link can be sent, in the language of the administrator', async () => {
  const without = await stateOf(await aPerson());
  expect(without.data.linkRefused).toMatchObject({ code: 'email-empty' });
  const name = await aPerson({ email: 'somebody@acme.example' });
  expect((await stateOf(name)).data.linkRefused).toMatchObject({ code: 'email-provider-missing' });
  const german = await acme.admin.get(
    'get-sign-in-state',
    { id: `acme/${name}` },
    { headers: { 'Accept-Language': 'de' } },
  );
  expect(german.body.data.linkRefused.msg).toMatch(/Anbieter|Provider/);
  await root.post('update-user', { isForbidden: true }, { query: { id: `acme/${name}` } });
  expect((await stateOf(name)).data.linkRefused).toMatchObject({ code: 'user-forbidden' });
});

test('S9 an administrator of another organization finds no such user, and an ordinary user may do nothing', async () => {
  const name = await aPerson();
  const ways = [
    (client: Client, whose: string) => stateOf(whose, client),
    (client: Client, whose: string) => unlock(whose, client),
    (client: Client, whose: string) => endSessions(whose, undefined, client),
  ];
  for (const way of ways) {
    const known = await way(globex.admin, name);
    const unknown = await way(globex.admin, 'nobody-at-all');
    expect(known.code).toBe('not-found');
    expect(known.msg.replace(name, '…')).toBe(unknown.msg.replace('nobody-at-all', '…'));
    expect(await way(acme.user, name)).toMatchObject({ code: 'unauthorized' });
    expect(await way(app.client(), name)).toMatchObject({ code: 'sign-in-first' });
  }
});

test('S11 an administrator of an organization does nothing to a global administrator', async () => {
  const name = await aPerson({ isGlobalAdmin: true });
  expect(await unlock(name)).toMatchObject({ code: 'rights-not-held' });
  expect(await endSessions(name)).toMatchObject({ code: 'rights-not-held' });
  expect(await recordsOf(name, 'unlock-user')).toMatchObject([{ outcome: 'refused' }]);
});
