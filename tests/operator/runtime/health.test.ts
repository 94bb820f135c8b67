import { createServer } from 'node:net';
import { Health } from '@doorwright/operator/runtime/observe/health.ts';
import { createMetrics } from '@doorwright/operator/runtime/observe/metrics.ts';
import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../world/fake-clock.ts';

const open: Health[] = [];
afterEach(() => {
  for (const health of open.splice(0)) health.close();
});

async function aHealth(state: { sick?: string[]; unready?: string[] }) {
  const clock = new FakeClock();
  const { registry } = createMetrics();
  const health = new Health({ clock, registry, sick: () => state.sick ?? [], unready: () => state.unready ?? [] });
  open.push(health);
  const port = await health.listen(0, '127.0.0.1');
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return `${response.status} ${await response.text()}`;
  };
  return { clock, get, port };
}

test('a replica with incomplete caches is alive but not ready, and says what is missing', async () => {
  const state = { unready: ['Application is not synced yet'] };
  const { get } = await aHealth(state);
  expect(await get('/livez')).toBe('200 ok');
  expect(await get('/readyz')).toBe('503 Application is not synced yet');
  state.unready = [];
  expect(await get('/readyz')).toBe('200 ok');
});

test('a hanging process is reported for a restart', async () => {
  const { get } = await aHealth({ sick: ['A pass has been running for more than five minutes'] });
  expect(await get('/livez')).toBe('503 A pass has been running for more than five minutes');
});

test('an event loop with timers six seconds late is reported until it is on time again', async () => {
  const { clock, get } = await aHealth({});
  clock.stall(7000);
  await clock.advance(0);
  expect(await get('/livez')).toMatch(/^503 The event loop lagged 6000 ms/);
  await clock.advance(1000);
  expect(await get('/livez')).toBe('200 ok');
});

test('other paths are not found, and a used port stops the start', async () => {
  const { get } = await aHealth({});
  expect(await get('/etc/passwd')).toBe('404 not found');
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => taken.once('listening', resolve));
  const { registry } = createMetrics();
  const health = new Health({ clock: new FakeClock(), registry, sick: () => [], unready: () => [] });
  open.push(health);
  await expect(health.listen((taken.address() as { port: number }).port, '127.0.0.1')).rejects.toThrow('EADDRINUSE');
  taken.close();
});
