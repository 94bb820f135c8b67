import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('A type that does not work', () => {
  test.each(['OAuth', 'Payment'])('can be stored for %s', async (category) => {
    const type = { OAuth: 'WeChat', Payment: 'GC' }[category];
    expect((await root.post('add-provider', { name: fresh(), category, type })).body.status).toBe('ok');
  });
});

test('a type belongs to its category', async () => {
  const { body } = await root.post('add-provider', { name: fresh(), category: 'SMS', type: 'AWS S3' });
  expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'type' }] });
});
