import { expect, test } from 'vitest';
import { startApp } from '../../../harness/app.ts';
import { authorityFile, pairFor, storedIds, write } from './shipping-world.ts';
import { syslogWorld, waiting } from './syslog-world.ts';

const { aDatabase, arrived, settingsFor, started, startSyslog } = syslogWorld();

test('a syslog server gets each record once and in order, in messages of RFC 5424 with their length', async () => {
  const server = await started(startSyslog());
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
  const first = await startSyslog();
  const app = await started(startApp({ settings: settingsFor(first) }));
  await arrived(first, app);
  const before = first.ids();
  await first.stop();
  const begun = performance.now();
  await write(app, 30);
  expect((await app.anonymous.get('get-app-login', { clientId: 'nobody' })).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(10_000);
  await expect.poll(() => app.logged.join('').includes('Records could not be sent'), waiting).toBe(true);
  const second = await started(startSyslog(first.port));
  await expect
    .poll(async () => [...before, ...second.ids()].length >= (await storedIds(app)).length, waiting)
    .toBe(true);
  expect([...before, ...second.ids()]).toEqual(await storedIds(app));
  // Each failure is one line, and none holds what a record says.
  expect(app.logged.join('')).not.toContain('acme');
});

test('a server that breaks off in the middle of a batch gets the whole batch again', async () => {
  const server = await started(startSyslog());
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
  const server = await started(startSyslog());
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

test('two replicas send each record once, and when one stops the other goes on before its lease ends', async () => {
  const { url: databaseUrl, writer } = await aDatabase();
  const server = await started(startSyslog());
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

test('a record of a transaction that ends late keeps its place, and nothing passes it', async () => {
  const server = await started(startSyslog());
  const app = await started(startApp({ settings: settingsFor(server) }));
  await arrived(server, app);
  const before = server.ids().length;
  const slow = await app.db.transaction();
  await write({ ...app, db: slow as never }, 1, { user: 'slow' });
  await write(app, 5, { user: 'fast' });
  // The server looks every half second, so three looks would have sent the record.
  await expect.poll(() => app.db.raw('SELECT pg_sleep(3)').then(() => server.ids().length), waiting).toBe(before);
  await slow.commit();
  await arrived(server, app);
  expect(server.ids()).toEqual(await storedIds(app));
  expect(server.messages[before]?.data['record@32473']?.user).toBe('slow');
});
