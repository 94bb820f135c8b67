import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app?.stop());

const fresh = () => `p-${randomUUID().slice(0, 8)}`;

test('a type can be stored although no type of its category works yet', async () => {
  const type = { category: 'Payment', type: 'GC' };
  expect((await root.post('add-provider', { name: fresh(), ...type })).body.status).toBe('ok');
});

test('a type belongs to its category', async () => {
  const { body } = await root.post('add-provider', { name: fresh(), category: 'SMS', type: 'AWS S3' });
  expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'type' }] });
});
