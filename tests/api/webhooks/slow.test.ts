import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { loopback, type Receiver, startReceiver, takes } from './receiver.ts';

let app: TestApp;
let root: Client;
let slow: Receiver;
let usual: Receiver;
beforeAll(async () => {
  app = await startApp({ settings: loopback });
  root = await app.admin();
  [slow, usual] = await Promise.all([startReceiver(), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([slow?.stop(), usual?.stop()]);
  await app?.stop();
});

const aHook = (name: string, { url }: Receiver, object: string) =>
  add(root, 'webhook', {
    ...{ owner: 'admin', organization: 'built-in', name, url, events: ['add-role'] },
    objects: [`role built-in/${object}`],
  });
const rolesNamed = (prefix: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) => add(root, 'role', { owner: 'built-in', name: `${prefix}-${i}` })),
  );

test('many receivers that answer slowly delay nobody else', async () => {
  const [hooks, roles] = [8, 20];
  slow.answer((res, call) => setTimeout(takes, 5_000, res, call));
  for (let i = 0; i < hooks; i++) await aHook(`slow-${i}`, slow, 'many-*');
  await aHook('usual', usual, 'one-*');
  await rolesNamed('many', roles);
  await expect.poll(() => slow.calls.length).toBeGreaterThan(0);
  await rolesNamed('one', 5);
  await expect.poll(() => usual.taken.length).toBe(5);
  // Their first calls may take all usual workers once. Later ones would leave no more than one for each worker.
  expect(hooks * roles - slow.calls.length).toBeGreaterThan((hooks * roles) / 2);
  slow.answer(takes);
  await expect.poll(() => new Set(slow.calls.map(({ id }) => id)).size).toBe(hooks * roles);
});
