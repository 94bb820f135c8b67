import { expect, test } from 'vitest';
import { startProcess } from '../../../harness/process.ts';
import { storedIds, write } from './shipping-world.ts';
import { syslogWorld } from './syslog-world.ts';

const { aDatabase, arrived, settingsFor, started, startSyslog } = syslogWorld();

test('killing the replica that sends in the middle of a burst loses nothing, and the other one goes on in order', async () => {
  const { url, writer } = await aDatabase();
  const server = await started(startSyslog());
  const startReplica = async () => {
    const replica = await startProcess(url, settingsFor(server));
    return started(Promise.resolve({ ...replica, stop: () => replica.kill('SIGKILL') }));
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
