import { afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { authorityFile, pairFor, storedIds, write } from './shipping-world.ts';
import { type SyslogServer, startSyslog } from './syslog-server.ts';

type Pair = Awaited<ReturnType<typeof pairFor>>;

let pair: Pair;
let caFile: string;
beforeAll(async () => {
  pair = await pairFor('localhost');
  caFile = await authorityFile(pair);
});

const running: { stop: () => Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of running.splice(0).reverse()) await each.stop();
});
const started = async <T extends { stop: () => Promise<unknown> }>(starting: Promise<T>): Promise<T> => {
  const each = await starting;
  running.push(each);
  return each;
};

const settingsFor = ({ port }: Pick<SyslogServer, 'port'>, host = 'localhost', ca = caFile) => ({
  DOORWRIGHT_RECORDS_SYSLOG: `${host}:${port}`,
  DOORWRIGHT_RECORDS_SYSLOG_CA_FILE: ca,
});
const waiting = { timeout: 40_000, interval: 100 };
const arrived = (server: SyslogServer, app: TestApp) =>
  expect.poll(async () => server.ids().length >= (await storedIds(app)).length, waiting).toBe(true);

test('a syslog server gets each record once and in order, in messages of RFC 5424 with their length', async () => {
  const server = await started(startSyslog(pair));
  const app = await started(startApp({ settings: settingsFor(server) }));
  await write(app, 450, { user: 'ann', object: 'user acme/ann' });
  const hostile = 'a "quoted" ]back\\slash\n<13>1 forged – Ω';
  await write(app, 1, { user: hostile, outcome: 'refused', reason: 'sign-in-failed', action: 'login/oauth access' });
  await arrived(server, app);
  expect(server.mistakes).toEqual([]);
  expect(server.ids()).toEqual(await storedIds(app));
  const last = server.messages.at(-1);
  expect(last).toMatchObject({
    // The audit log, as a warning.
    ...{ priority: 13 * 8 + 4, host: '127.0.0.1', app: 'doorwright', messageId: 'login/oauth_access' },
    data: { 'record@32473': { user: hostile.replace('\n', ' '), outcome: 'refused', owner: 'acme' } },
  });
  expect(last?.text).not.toContain('\n');
  expect(server.messages.at(-2)).toMatchObject({
    priority: 13 * 8 + 6,
    text: 'login: ok of user acme/ann by acme/ann',
  });
  const { rows } = await app.db.raw('SELECT created_time FROM records ORDER BY id DESC LIMIT 1');
  expect(last?.time).toBe(rows[0].created_time.toISOString());
});

test('while the server is away requests go on, and later it gets everything', async () => {
  const first = await startSyslog(pair);
  const app = await started(startApp({ settings: settingsFor(first) }));
  await arrived(first, app);
  const before = first.ids();
  await first.stop();
  const begun = performance.now();
  await write(app, 30);
  expect((await app.anonymous.get('get-app-login', { clientId: 'nobody' })).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await expect.poll(() => app.logged.join('').includes('Records could not be sent'), waiting).toBe(true);
  const second = await started(startSyslog(pair, first.port));
  await expect
    .poll(async () => [...before, ...second.ids()].length >= (await storedIds(app)).length, waiting)
    .toBe(true);
  expect([...before, ...second.ids()]).toEqual(await storedIds(app));
  // Each failure is one line, and none holds what a record says.
  expect(app.logged.join('')).not.toContain('acme');
});

test('S48 a certificate of another authority or for another host gets nothing', async () => {
  const server = await started(startSyslog(pair));
  const otherCa = await authorityFile(await pairFor('localhost'));
  const wrongAuthority = await started(startApp({ settings: settingsFor(server, 'localhost', otherCa) }));
  const wrongHost = await started(startApp({ settings: settingsFor(server, '127.0.0.1') }));
  for (const app of [wrongAuthority, wrongHost]) {
    await write(app, 1);
    await expect.poll(() => app.logged.join('').includes('Records could not be sent'), waiting).toBe(true);
  }
  expect(wrongHost.logged.join('')).toMatch(/certificate|altnames/i);
  expect(server.messages).toEqual([]);
});

test('two replicas send each record once, and when one stops the other goes on', async () => {
  const server = await started(startSyslog(pair));
  const settings = settingsFor(server);
  const app = await startApp({ settings });
  const other = await started(startApp({ settings, databaseUrl: app.databaseUrl }));
  await Promise.all([write(app, 150), write(other, 150)]);
  await arrived(server, other);
  expect(server.ids()).toEqual(await storedIds(other));
  // The one that sends is unknown, so the first stops, and the database stays with the other.
  running.push({ stop: () => app.stop() });
  await app.db.raw(
    "UPDATE record_shipments SET held_until = now() - interval '1 second', holder = 'a process that was killed'",
  );
  await write(other, 20);
  await arrived(server, other);
  expect(server.ids()).toEqual(await storedIds(other));
});

test('a record of a transaction that ends late keeps its place, and nothing passes it', async () => {
  const server = await started(startSyslog(pair));
  const app = await started(startApp({ settings: settingsFor(server) }));
  await arrived(server, app);
  const before = server.ids().length;
  const slow = await app.db.transaction();
  await write({ ...app, db: slow as never }, 1, { user: 'slow' });
  await write(app, 5, { user: 'fast' });
  // A look every half second: three of them would have sent it.
  await expect.poll(() => app.db.raw('SELECT pg_sleep(3)').then(() => server.ids().length), waiting).toBe(before);
  await slow.commit();
  await arrived(server, app);
  expect(server.ids()).toEqual(await storedIds(app));
  expect(server.messages[before]?.data['record@32473']?.user).toBe('slow');
});
