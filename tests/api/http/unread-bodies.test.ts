import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app.stop());

const recorded = () =>
  app.db('records').where({ action: 'add-role', outcome: 'refused' }).orderBy('created_time').select('user', 'reason');

test('17.10 a request with an unreadable body leaves a record of its sender and the reason', async () => {
  await root.post('add-role', '{"owner":');
  await root.post('add-role', { owner: 'built-in', name: 'large', displayName: 'x'.repeat(9 * 2 ** 20) });
  await app.anonymous.post('add-role', '[');
  await root.post('add-role', '{}', { headers: { 'Content-Type': 'application/json; charset=none' } });
  expect(await recorded()).toEqual([
    { user: 'admin', reason: 'malformed-body' },
    { user: 'admin', reason: 'body-too-large' },
    { user: '', reason: 'malformed-body' },
    { user: 'admin', reason: 'unsupported-media' },
  ]);
});
