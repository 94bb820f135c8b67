import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../../protocol/world.ts';

const master = 'master of the keys';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
  await add(world.root, 'user', { owner: 'acme', name: 'bob', displayName: 'Bob', password });
}, 120_000);
afterAll(() => world?.app.stop());

interface Session {
  id: string;
  isThis: boolean;
  userAgent: string;
  clientIp: string;
  isImpersonated: boolean;
  applications: { name: string }[];
}

const signedIn = (name = 'alice', word = password) => world.app.signedIn('acme', name, word);
const sessionsOf = async (client: Client): Promise<Session[]> => (await client.get('get-account-sessions')).body.data;
const end = async (client: Client, body: object) => (await client.post('end-account-sessions', body)).body;
const status = async (client: Client) => (await client.get('get-account')).body.status;

test('a user sees their own sessions, this one first, with the applications that each visited', async () => {
  const [here, other] = [await signedIn(), await signedIn('bob')];
  const application = await world.application('app-seen', { displayName: 'Seen', enableSigninSession: true });
  const { browser } = await tokensFor(world, application);
  const sessions = await sessionsOf(here);
  expect(sessions[0]).toMatchObject({ isThis: true, clientIp: '127.0.0.1', applications: [{ name: 'app-built-in' }] });
  expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
  const there = (await sessionsOf(browser)).find(({ isThis }) => isThis);
  expect(there?.applications.map(({ name }) => name)).toContain('app-seen');
  const mine = sessions.map(({ id }) => id);
  expect((await sessionsOf(other)).some(({ id }) => mine.includes(id))).toBe(false);
  // Not the value of a cookie, and not the stored digest of it.
  const rows = await world.app.db(world.app.store('session').table).pluck('id');
  expect(mine.some((id) => rows.includes(id) || [...here.cookies.values()].includes(id))).toBe(false);
});

test('S22 a session that is ended elsewhere is over at its next request, with its tokens', async () => {
  const here = await signedIn();
  const application = await world.application('app-ended', { apiAccess: 'read-account', enableSigninSession: true });
  const { browser, tokens } = await tokensFor(world, application, { scope: 'openid read' });
  const bearing = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
  expect([await status(browser), await status(bearing)]).toEqual(['ok', 'ok']);
  const there = (await sessionsOf(browser)).find(({ isThis }) => isThis);
  expect(await end(here, { sessions: [there?.id] })).toMatchObject({ status: 'ok', data: 1 });
  expect([await status(browser), await status(bearing), await status(here)]).toEqual(['error', 'error', 'ok']);
});

test('all other sessions end at once, and the one of the request stays', async () => {
  const [here, ...others] = [await signedIn(), await signedIn(), await signedIn()];
  const bob = await signedIn('bob');
  const { data } = await end(here, { others: true });
  expect(data).toBeGreaterThanOrEqual(2);
  expect(await Promise.all(others.map(status))).toEqual(['error', 'error']);
  expect([await status(here), await status(bob)]).toEqual(['ok', 'ok']);
  expect(await sessionsOf(here)).toHaveLength(1);
});

test('S10 nobody ends a session of somebody else', async () => {
  const [alice, bob] = [await signedIn(), await signedIn('bob')];
  const [own] = await sessionsOf(alice);
  expect(await end(bob, { sessions: [own?.id] })).toMatchObject({ status: 'error', code: 'not-found' });
  expect(await status(alice)).toBe('ok');
});

test('S17 support with the master password sees the sessions and ends none', async () => {
  await world.root.post('update-organization', { masterPassword: master }, { query: { id: 'admin/acme' } });
  const [alice, support] = [await signedIn(), await signedIn('alice', master)];
  expect((await sessionsOf(support)).find(({ isThis }) => isThis)?.isImpersonated).toBe(true);
  const [own] = await sessionsOf(alice);
  for (const body of [{ others: true }, { sessions: [own?.id] }])
    expect(await end(support, body)).toMatchObject({ code: 'impersonated' });
  expect(await status(alice)).toBe('ok');
  expect((await support.get('get-account-page')).body.data.isImpersonated).toBe(true);
});

test('S11 a token of an application opens no page of the account', async () => {
  const application = await world.application('app-wide', { apiAccess: 'administrator' });
  const { tokens } = await tokensFor(world, application, { scope: 'openid read' });
  const bearing = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
  for (const path of ['get-account-page', 'get-account-sessions', 'get-account-connections', 'get-account-links'])
    expect((await bearing.get(path)).body, path).toMatchObject({ status: 'error', code: 'sign-in-first' });
  expect(await end(bearing, { others: true })).toMatchObject({ code: 'sign-in-first' });
});
