import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { loopback, type Receiver, startReceiver } from './receiver.ts';

const page = fileURLToPath(new URL('../../../console/guide/administrators/webhooks.md', import.meta.url));

let app: TestApp;
let acme: Tenant;
let receiver: Receiver;
let folder: string;

beforeAll(async () => {
  app = await startApp({ settings: loopback });
  acme = await createTenant(app, await app.admin(), 'acme');
  receiver = await startReceiver();
  folder = await mkdtemp(join(tmpdir(), 'guide-signature-'));
});
afterAll(async () => {
  await receiver?.stop();
  await app?.stop();
  if (folder) await rm(folder, { recursive: true });
});

test('the code of the guide accepts a call as it was sent, and nothing else', async () => {
  const [, code] = /```js\n(\/\/ verify\.mjs\n.*?)```/s.exec(await readFile(page, 'utf8')) ?? [];
  const file = join(folder, 'verify.mjs');
  await writeFile(file, code ?? '');
  const { isFromDoorwright } = await import(pathToFileURL(file).href);
  const hook = { owner: 'admin', name: 'guide', organization: 'acme', url: receiver.url, events: ['add-role'] };
  await add(acme.admin, 'webhook', hook);
  const secret = (await acme.admin.post('new-webhook-secret', {}, { query: { id: 'admin/guide' } })).body.data;
  await add(acme.admin, 'role', { owner: 'acme', name: 'porter' });
  await expect.poll(() => receiver.taken.length).toBe(1);
  const [{ headers, text }] = receiver.taken as [Receiver['taken'][number]];
  expect(isFromDoorwright(secret, headers, text)).toBe(true);
  // The former secret signs too for a day, so the header has two signatures.
  expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  expect(isFromDoorwright(secret, headers, `${text} `)).toBe(false);
  expect(isFromDoorwright('whsec_bm90LXRoZS1zZWNyZXQtb2YtdGhpcy13ZWJob29r', headers, text)).toBe(false);
  expect(isFromDoorwright(secret, { ...headers, 'webhook-id': 'msg_other' }, text)).toBe(false);
  expect(isFromDoorwright(secret, {}, text)).toBe(false);
  expect(isFromDoorwright(secret, headers, text, Date.now() + 3_600_000)).toBe(false);
});
