import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';

// In turns in one process, so that other load on the machine affects both.
test('S7 half-sent requests at most double the time of other requests', async () => {
  const database = await createDatabase();
  const api = await startProcess(database.url);
  const { hostname, port } = new URL(api.url);
  const other = createClient(api.url);
  const waits = async (count: number) => {
    const times: number[] = [];
    while (times.length < count) {
      const begun = performance.now();
      await other.get('get-application', { id: 'admin/app-built-in' });
      times.push(performance.now() - begun);
    }
    return times;
  };
  const halfSent = async () => {
    const socket = connectSocket(Number(port), hostname).on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"half"');
    return socket;
  };
  const usual: number[] = [];
  const beside: number[] = [];
  await waits(300);
  for (let turn = 0; turn < 10; turn++) {
    // Opening and closing connections is work too.
    await waits(10);
    usual.push(...(await waits(30)));
    const sockets = await Promise.all(Array.from({ length: 100 }, halfSent));
    await waits(10);
    beside.push(...(await waits(30)));
    expect(sockets.every(({ destroyed }) => !destroyed)).toBe(true);
    for (const socket of sockets) socket.destroy();
  }
  const at = (times: number[], share: number) => times.toSorted((a, b) => a - b)[share * times.length] as number;
  // Among the slowest three of three hundred, some milliseconds come from the scheduler.
  for (const [share, floor] of [
    [0.5, 0],
    [0.75, 0],
    [0.99, 5],
  ] as const) {
    const [alone, along] = [Math.max(at(usual, share), floor), at(beside, share)];
    expect(along, `${along} ms beside them, ${alone} ms without`).toBeLessThan(2 * alone);
  }
  await api.kill('SIGTERM');
  await database.drop();
});
