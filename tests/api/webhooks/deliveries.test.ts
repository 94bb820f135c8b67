import { deliveryJob } from '@doorwright/api/core/events/delivery-job.ts';
import { enqueue } from '@doorwright/api/core/jobs/enqueue.ts';
import { record } from '@doorwright/api/core/objects/history/records.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';
import { loopback, type Receiver, startReceiver, takes } from './receiver.ts';

const hour = 3_600_000;
let app: TestApp;
let replica: TestApp;
let root: Client;
let acme: Tenant;
let receiver: Receiver;
let made = 0;

beforeAll(async () => {
  app = await startApp({ settings: loopback });
  replica = await startApp({ settings: loopback, databaseUrl: app.databaseUrl });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  await createTenant(app, root, 'globex');
});
afterAll(async () => {
  await replica.stop();
  await app.stop();
});
beforeEach(async () => {
  await app.db('webhooks').update({ is_enabled: false });
  receiver = await startReceiver();
  return () => receiver.stop();
});

const aHook = (fields: object = {}) =>
  add(acme.admin, 'webhook', {
    ...{ owner: 'admin', name: `hook-${++made}`, organization: 'acme', url: receiver.url },
    ...fields,
  });
const deliveriesOf = (webhook: unknown) => app.db('webhook_deliveries').where({ webhook: String(webhook) });
const aRole = (name = `role-${++made}`) => add(acme.admin, 'role', { owner: 'acme', name });
/** Lets the next attempt of every waiting delivery begin at once. */
async function hurry(webhook: unknown): Promise<void> {
  const waiting = await deliveriesOf(webhook).where({ state: 'waiting' }).orderBy('number');
  await app
    .db('webhook_deliveries')
    .where({ state: 'waiting' })
    .update({ next_time: new Date(0) });
  await enqueue(app.db, deliveryJob, ...waiting.map(({ id }) => ({ delivery: String(id), webhook: String(webhook) })));
}

test('a sign-in calls the webhooks of its organization with the record as Casdoor 2022 sends it', async () => {
  const mine = await aHook({ isUserExtended: true, headers: [{ name: 'X-Key', value: 'k1' }] });
  await aHook({ events: ['logout'] });
  await app.signedIn('acme', 'alice', password);
  await expect.poll(() => receiver.taken.length).toBe(1);
  const [call] = receiver.taken;
  expect(call).toMatchObject({ method: 'POST', path: '/hook' });
  expect(call?.headers).toMatchObject({ 'content-type': 'application/json', 'x-key': 'k1' });
  expect(call?.body).toMatchObject({
    ...{ owner: 'acme', organization: 'acme', user: 'alice', action: 'login', method: 'POST', isTriggered: true },
    ...{ object: 'user acme/alice', requestUri: '/api/login', clientIp: '127.0.0.1' },
    extendedUser: { owner: 'acme', name: 'alice', password: '***', passwordSalt: '' },
  });
  const { data } = (await acme.admin.get('get-records', { p: 1, pageSize: 1, owner: 'acme' })).body;
  expect(data[0]).toMatchObject({ name: call?.body.name, isTriggered: true });
  await expect
    .poll(() => deliveriesOf(mine.name).select('state', 'tries', 'status'))
    .toEqual([{ state: 'sent', tries: 1, status: 200 }]);
});

test('the user in a call is the one who was changed, not the one who changed them', async () => {
  await aHook({ events: ['update-user'], isUserExtended: true });
  await acme.admin.post('update-user', { title: 'Chief of tests' }, { query: { id: 'acme/alice' } });
  await expect.poll(() => receiver.taken.length).toBe(1);
  expect(receiver.taken[0]?.body).toMatchObject({
    ...{ event: 'update-user', user: 'adam', object: 'user acme/alice' },
    extendedUser: { name: 'alice', title: 'Chief of tests', password: '***' },
  });
});

test('a webhook gets only events of its organization and of the objects that it names', async () => {
  await aHook({ events: ['add-role'], objects: ['role acme/wanted-*'] });
  const platformHook = { name: `hook-${++made}`, organization: 'built-in', organizations: ['globex'] };
  await add(root, 'webhook', { owner: 'admin', url: `${receiver.url}/all`, events: ['add-role'], ...platformHook });
  await aRole('other');
  await add(root, 'role', { owner: 'globex', name: 'wanted-there' });
  await aRole('wanted-here');
  await expect.poll(() => receiver.taken.length).toBe(2);
  expect(receiver.taken.map(({ path, body }) => `${path} ${body.object}`).sort()).toEqual([
    '/hook role acme/wanted-here',
    '/hook/all role globex/wanted-there',
  ]);
  const foreign = { name: 'foreign', organization: 'acme', organizations: ['globex'], url: receiver.url };
  expect((await acme.admin.post('add-webhook', foreign)).body).toMatchObject({
    code: 'invalid',
    fields: [{ field: 'organizations' }],
  });
});

test.each([
  ['answers 500', (res) => res.writeHead(500).end('broken'), 'The receiver answered 500'],
  ['redirects', (res) => res.writeHead(302, { Location: '/elsewhere' }).end(), 'The receiver answered 302'],
  ['closes the connection', (res) => res.destroy(), 'closed the connection without an answer'],
] as [string, Parameters<Receiver['answer']>[0], string][])(
  'a receiver that %s gets the same message again, and nothing overtakes it',
  async (what, fails, problem) => {
    const { name } = await aHook({ events: ['add-role', 'update-role'] });
    receiver.answer(fails);
    const { name: role } = await aRole();
    const first = () => deliveriesOf(name).orderBy('number').first();
    await expect.poll(async () => (await first())?.tries).toBe(1);
    await acme.admin.post('update-role', { displayName: 'next' }, { query: { id: `acme/${role}` } });
    const failed = await first();
    expect(failed).toMatchObject({ state: 'waiting', problem: expect.stringContaining(problem) });
    expect(failed.next_time.getTime() - Date.now()).toBeGreaterThan(1_000);
    expect(new Set(receiver.calls.map(({ path }) => path))).toEqual(new Set(['/hook']));
    receiver.answer(takes);
    // The first case waits for the pause of the server.
    if (!what.includes('500')) await hurry(name);
    await expect.poll(() => receiver.taken.length, { timeout: 20_000 }).toBe(2);
    expect(receiver.taken.map(({ body }) => body.action)).toEqual(['add-role', 'update-role']);
    expect(receiver.taken[0]?.id).toBe(receiver.calls[0]?.id);
    await expect.poll(async () => (await app.db('webhooks').where({ name }).first()).failing_since).toBeNull();
  },
);

test('events of one transaction arrive in their order, each once for each webhook', async () => {
  const hooks = [await aHook({ events: ['login', 'logout'] }), await aHook({ events: ['logout'] })];
  const told = Array.from({ length: 12 }, (_, at) => ({
    action: at % 3 ? 'logout' : 'login',
    clientIp: `203.0.113.${at}`,
  }));
  const user = { owner: 'acme', name: 'alice' };
  const request = { caller: { type: 'anonymous' }, now: new Date(), method: 'POST', uri: '/api/logout' } as const;
  await app.db.transaction(async (sql) => {
    for (const each of told)
      await record({ sql }, { ...request, ...each }, { organization: 'acme', object: 'user acme/alice', user });
  });
  const { length: logouts } = told.filter(({ action }) => action === 'logout');
  await expect.poll(() => receiver.taken.length).toBe(told.length + logouts);
  for (const [at, expected] of [told, told.filter(({ action }) => action === 'logout')].entries()) {
    const sent = await deliveriesOf(hooks[at]?.name).orderBy('number');
    const taken = receiver.taken.filter(({ id }) => sent.some((each) => each.id === id));
    expect(taken.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
    expect(taken.map(({ body }) => body.clientIp)).toEqual(expected.map(({ clientIp }) => clientIp));
  }
});

test('a receiver that hangs delays neither other receivers nor other objects', async () => {
  const slow = await aHook({ events: ['add-role'] });
  receiver.answer(() => undefined);
  const other = await startReceiver();
  await aHook({ events: ['add-role'], url: other.url });
  await Promise.all(Array.from({ length: 8 }, () => aRole()));
  await expect.poll(() => other.taken.length).toBe(8);
  expect(receiver.taken).toEqual([]);
  expect(await deliveriesOf(slow.name).where({ state: 'sent' })).toEqual([]);
  await other.stop();
});

test('a receiver that hangs is called four times at once by a server, once while it fails, and nobody waits for it', async () => {
  const { name } = await aHook({ events: ['add-role'], objects: ['role acme/many-*'] });
  const many = Array.from({ length: 30 }, (_, index) => `many-${++made}-${index}`);
  const waiting = () => deliveriesOf(name).where({ state: 'waiting' });
  receiver.answer(() => undefined);
  await Promise.all(many.map((role) => aRole(role)));
  await expect.poll(() => receiver.calls.length).toBeGreaterThan(3);
  const other = await startReceiver();
  await aHook({ events: ['add-role'], url: other.url, objects: ['role acme/one-*'] });
  await aRole(`one-${++made}`);
  await expect.poll(() => other.taken.length).toBe(1);
  // Two servers.
  expect(receiver.calls.length).toBeLessThanOrEqual(8);
  receiver.answer((res) => res.writeHead(500).end());
  receiver.endCalls();
  await expect.poll(async () => (await waiting().where('tries', '>', 0)).length, { timeout: 30_000 }).toBe(30);

  const before = receiver.calls.length;
  receiver.answer(() => undefined);
  await hurry(name);
  await expect.poll(() => receiver.calls.length).toBeGreaterThan(before);
  for (let i = 0; i < 5; i++) await aRole(`one-${++made}`);
  await expect.poll(() => other.taken.length).toBe(6);
  expect(receiver.calls.length - before).toBeLessThanOrEqual(2);
  await other.stop();
});

test('calls of a webhook share few connections', async () => {
  await aHook({ events: ['add-role'] });
  await Promise.all(Array.from({ length: 40 }, () => aRole()));
  await expect.poll(() => receiver.taken.length, { timeout: 20_000 }).toBe(40);
  // Two servers, with four calls at once.
  expect(receiver.connections).toBeLessThanOrEqual(8);
});

test('a receiver says when it wants the next attempt', async () => {
  const { name } = await aHook({ events: ['add-role'] });
  receiver.answer((res) => res.writeHead(429, { 'Retry-After': '900' }).end());
  await aRole();
  await expect.poll(async () => (await deliveriesOf(name).first())?.tries).toBe(1);
  const { next_time: next } = await deliveriesOf(name).first();
  expect(next.getTime() - Date.now()).toBeGreaterThan(880_000);
});

test('a delivery is dead after a day, and a webhook that fails for three days is disabled, with a record', async () => {
  const { name } = await aHook({ events: ['add-role'] });
  receiver.answer((res) => res.writeHead(500).end());
  await aRole();
  await expect.poll(async () => (await deliveriesOf(name).first())?.tries).toBe(1);
  await deliveriesOf(name).update({ start_time: new Date(Date.now() - 25 * hour) });
  await hurry(name);
  await expect.poll(async () => (await deliveriesOf(name).first()).state).toBe('dead');
  await app
    .db('webhooks')
    .where({ name })
    .update({ failing_since: new Date(Date.now() - 73 * hour) });
  await aRole();
  await expect.poll(async () => (await app.db('webhooks').where({ name }).first()).is_enabled).toBe(false);
  const [told] = await app.db('records').where({ action: 'update-webhook', object: `webhook admin/${name}` });
  expect(told).toMatchObject({ owner: 'acme', reason: 'webhook-failed' });
  const { data } = (await acme.admin.get('get-webhook', { id: `admin/${name}` })).body;
  expect(data).toMatchObject({ isEnabled: false, problem: 'The receiver answered 500' });
});

test('deliveries that wait for a disabled webhook go out when it is enabled again', async () => {
  const { name } = await aHook({ events: ['add-role'] });
  receiver.answer((res) => res.writeHead(500).end());
  await aRole();
  await expect.poll(async () => (await deliveriesOf(name).first())?.tries).toBe(1);
  const at = { query: { id: `admin/${name}` } };
  await acme.admin.post('update-webhook', { isEnabled: false }, at);
  // After many failures, the next attempt would come in two hours.
  await deliveriesOf(name).update({ next_time: new Date(Date.now() + 2 * hour) });
  receiver.answer(takes);
  await acme.admin.post('update-webhook', { isEnabled: true }, at);
  await expect.poll(() => receiver.taken.length).toBe(1);
  expect(receiver.calls).toHaveLength(2);
});

test('two replicas send the events of an object in order, and of many objects at once', async () => {
  await aHook({ events: ['add-role', 'update-role'] });
  const roles = await Promise.all(Array.from({ length: 4 }, () => aRole()));
  const there = await replica.signedIn('acme', 'adam', password);
  const change = async (role: unknown, i: number) =>
    (i % 2 ? acme.admin : there).post('update-role', { displayName: `name ${i}` }, { query: { id: `acme/${role}` } });
  for (let i = 0; i < 12; i++) await Promise.all(roles.map(({ name }) => change(name, i)));
  await expect.poll(() => receiver.taken.length, { timeout: 20_000 }).toBe(4 * 13);
  for (const { name } of roles) {
    const times = receiver.taken.filter(({ body }) => body.object === `role acme/${name}`).map(({ body }) => body.id);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times).toHaveLength(13);
  }
  expect(new Set(receiver.taken.map(({ id }) => id)).size).toBe(4 * 13);
});

test('S48 a webhook of an organization reaches no private network, and its answer leads nowhere else', async () => {
  const { name } = await aHook({ events: ['add-role'], url: 'http://10.0.0.1/hook' });
  await aRole();
  await expect
    .poll(async () => (await deliveriesOf(name).first())?.problem)
    .toBe('The server may not call 10.0.0.1, because it is an address of a private network');
});

test('a GET carries the record too, and the event of a failed sign-in names no password', async () => {
  await aHook({ events: ['sign-in-failed'], method: 'GET', contentType: 'application/x-www-form-urlencoded' });
  const wrong = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'alice' };
  await app.anonymous.post('login', { ...wrong, password: 'guess-of-the-day' });
  await expect.poll(() => receiver.taken.length).toBe(1);
  expect(receiver.taken[0]).toMatchObject({ method: 'GET', body: { outcome: 'refused' } });
  expect(receiver.taken[0]?.body).toMatchObject({ event: 'sign-in-failed', action: 'sign-in-failed' });
  expect(receiver.taken[0]?.text).not.toContain('guess-of-the-day');
  expect(receiver.taken[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
});
