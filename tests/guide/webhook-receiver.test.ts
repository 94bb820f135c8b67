import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loopback } from '../api/webhooks/receiver.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { add } from '../harness/world.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);

let app: TestApp;
let url: string;
let server: ReturnType<typeof createServer>;
beforeAll(async () => {
  vi.stubEnv('WEBHOOK_SECRET', secret);
  vi.stubEnv('PORT', '');
  const file = '../../programs/webhooks/receiver.mjs';
  const receiver: { app: RequestListener } = await import(/* @vite-ignore */ file);
  server = createServer(receiver.app);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  app = await startApp({ settings: loopback });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  printed.mockRestore();
  server.close();
  await app.stop();
});

test('the receiver of the guide takes an event with a good signature once', async () => {
  const root = await app.admin();
  const hook = { name: 'hook', organization: 'built-in', url, secret, format: 'CloudEvents', events: ['add-role'] };
  await add(root, 'webhook', hook);
  await add(root, 'role', { owner: 'built-in', name: 'editor', displayName: 'Editor' });
  await vi.waitFor(() => expect(printed).toHaveBeenCalledTimes(1), 20_000);
  expect(printed.mock.calls[0]).toEqual(['dev.doorwright.add-role.v1', expect.stringMatching('editor'), 'admin']);
});

test('… and refuses a call without one', async () => {
  const answer = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x' } });
  expect(answer.status).toBe(401);
});
