import { afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import { createDatabase } from '../../../harness/database/database.ts';
import { startProcess } from '../../../harness/process.ts';
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

test('a server that breaks off in the middle of a batch gets the whole batch again', async () => {
  const server = await started(startSyslog(pair));
  const app = await started(startApp({ settings: settingsFor(server) }));
  await arrived(server, app);
  const before = server.connections;
  server.breaksOff = true;
  await app.db.transaction((sql) =>
    write({ ...app, db: sql as never }, 200, { user: 'u'.repeat(100), requestUri: `/${'r'.repeat(290)}` }),
  );
  await expect.poll(() => server.connections, waiting).toBeGreaterThan(before + 1);
  server.breaksOff = false;
  await arrived(server, app);
  expect([...new Set(server.ids())]).toEqual(await storedIds(app));
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

/** A database that lasts longer than each of its servers, and a server that writes and sends nothing. */
async function aDatabase(): Promise<{ url: string; writer: TestApp }> {
  const { url, drop } = await createDatabase();
  running.push({ stop: drop });
  return { url, writer: await started(startApp({ databaseUrl: url, isDeaf: true })) };
}

test('two replicas send each record once, and when one stops the other goes on before its lease ends', async () => {
  const { url: databaseUrl, writer } = await aDatabase();
  const server = await started(startSyslog(pair));
  const settings = settingsFor(server);
  const first = await startApp({ settings, databaseUrl });
  await write(writer, 1);
  await arrived(server, writer);
  await started(startApp({ settings, databaseUrl }));
  await write(writer, 300);
  await arrived(server, writer);
  expect(server.ids()).toEqual(await storedIds(writer));
  await first.stop();
  const begun = performance.now();
  await write(writer, 20);
  await arrived(server, writer);
  expect(performance.now() - begun).toBeLessThan(20_000);
  expect(server.ids()).toEqual(await storedIds(writer));
});

test('killing the replica that sends in the middle of a burst loses nothing, and the other one goes on in order', async () => {
  const { url, writer } = await aDatabase();
  const server = await started(startSyslog(pair));
  const startReplica = async () => {
    const replica = await startProcess(url, settingsFor(server));
    running.push({ stop: () => replica.kill('SIGKILL') });
    return replica;
  };
  const sending = await startReplica();
  await write(writer, 1);
  await arrived(server, writer);
  // It waits, because the first one has the lease.
  await startReplica();
  const before = server.messages.length;
  await writer.db.transaction((sql) => write({ ...writer, db: sql as never }, 1_500));
  await expect.poll(() => server.messages.length, { timeout: 40_000, interval: 1 }).toBeGreaterThan(before);
  await sending.kill('SIGKILL');
  expect(new Set(server.ids()).size).toBeLessThan(1_501);
  const missing = async () => {
    const come = new Set(server.ids());
    return (await storedIds(writer)).filter((id) => !come.has(id));
  };
  await expect.poll(missing, { timeout: 60_000, interval: 200 }).toEqual([]);
  // Some came twice. The first time, each came after the one before it.
  expect([...new Set(server.ids())]).toEqual(await storedIds(writer));
  expect(server.mistakes.filter((mistake) => !mistake.startsWith('half a message'))).toEqual([]);
}, 150_000);

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
