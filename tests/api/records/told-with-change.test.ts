import { type RequestContext, record } from '@doorwright/api/core/objects/history/records.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { sealRecords } from '@doorwright/api/features/record-chain/seal.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { sealAll } from '../../harness/database/seal.ts';
import { testKey } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
/** The server runs no jobs, as one that was killed right after each change. */
beforeEach(async () => {
  app = await startApp({ isDeaf: true });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterEach(() => app.stop());

const hook = {
  owner: 'admin',
  organization: 'acme',
  name: 'hook',
  url: 'https://hook.example/',
  events: ['add-role'],
};
const addRole = (name: string) => add(root, 'role', { owner: 'acme', name });
const list = async (query: Record<string, string> = {}) => {
  const { body } = await root.get('get-records', { owner: 'acme', p: 1, pageSize: 20, ...query });
  return body.data as { id: number; object: string; isTriggered: boolean }[];
};
const deliveries = async (name = 'hook') =>
  (await root.get('get-webhook-deliveries', { id: `admin/${name}` })).body.data.map(
    ({ object }: { object: string }) => object,
  );
const contextOf = (clientIp = '127.0.0.1'): RequestContext => ({
  ...{ caller: { type: 'anonymous' }, now: new Date(), method: 'POST', uri: '/api/add-role', action: 'add-role' },
  clientIp,
});
const waiting = async (query: string) =>
  (
    await app.db.raw(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = ? AND query LIKE ?',
      ['Lock', query],
    )
  ).rows.length;

test('36.2 a change has written its record, its event and its deliveries when it is answered', async () => {
  await add(root, 'webhook', hook);
  await addRole('told');
  const object = 'role acme/told';
  const [told] = await app.db('records').where({ object, action: 'add-role' });
  expect(told).toMatchObject({ outcome: 'ok', is_triggered: true });
  expect(await app.db('events').where({ object })).toMatchObject([{ event: 'add-role', record: told.name }]);
  const [delivery] = await app.db('webhook_deliveries').where({ object });
  expect(delivery).toMatchObject({ webhook: 'hook', lane: object, record: told.name, state: 'waiting' });
  expect(await app.db('jobs.job').whereRaw(`data->>'delivery' = ?`, [delivery.id])).toHaveLength(1);
});

test('a webhook gets the events of the time when it is enabled, and none from before', async () => {
  await addRole('before');
  await add(root, 'webhook', hook);
  await addRole('heard');
  const set = (isEnabled: boolean) => root.post('update-webhook', { isEnabled }, { query: { id: 'admin/hook' } });
  expect((await set(false)).body.status).toBe('ok');
  await addRole('while-off');
  expect((await set(true)).body.status).toBe('ok');
  expect(await deliveries()).toEqual(['role acme/heard']);
  await addRole('last');
  expect((await root.post('delete-webhook', hook)).body.status).toBe('ok');
  expect(await list({ object: 'role acme/last' })).toMatchObject([{ isTriggered: true }]);
});

test('36.2 a webhook that gets another name loses nothing of a change that commits meanwhile', async () => {
  await add(root, 'webhook', hook);
  const change = await app.db.transaction();
  await record({ sql: change }, contextOf(), { organization: 'acme', object: 'role acme/late', event: 'add-role' });
  const renamed = root.post('update-webhook', { name: 'other' }, { query: { id: 'admin/hook' } });
  await expect.poll(() => waiting('LOCK TABLE webhook_deliveries%'), { timeout: 20_000 }).toBe(1);
  await change.commit();
  expect((await renamed).body.status).toBe('ok');
  await addRole('after');
  expect((await deliveries('other')).toSorted()).toEqual(['role acme/after', 'role acme/late']);
});

test('the records of an organization that gets another name follow it', async () => {
  await addRole('one');
  await addRole('two');
  expect((await root.post('update-organization', { name: 'apex' }, { query: { id: 'admin/acme' } })).body.status).toBe(
    'ok',
  );
  expect(await list({ owner: 'apex', action: 'add-role' })).toHaveLength(2);
  expect(await app.db('records').where({ owner: 'acme' })).toEqual([]);
});

test('a text that Postgres cannot store does not keep its record out of the list', async () => {
  const clientIp = `half a sign \ud83d, no sign \0 ${'\u{1f600}'.repeat(60)}`;
  await record({ sql: app.db }, contextOf(clientIp), { organization: 'acme' });
  await addRole('beside');
  const rows = await list({ sortField: 'id', sortOrder: 'descend', pageSize: '2' });
  const kept = `half a sign \ufffd, no sign \ufffd ${'\u{1f600}'.repeat(37)}\ufffd`;
  expect(rows).toMatchObject([{ object: 'role acme/beside' }, { clientIp: kept }]);
});

test('36.2 the chain leaves out no record of a transaction that commits late', async () => {
  const deps = { db: app.db, store: app.store, box: createSecretBox([testKey]), now: () => new Date() };
  const late = await app.db.transaction();
  await record({ sql: late }, contextOf(), { organization: 'acme', object: 'role acme/late' });
  const { id } = await late('records').where({ object: 'role acme/late' }).first('id');
  const sealedTo = async () => Number((await app.db('record_seals').first('sealed_to')).sealed_to);
  for (let run = 0; run < 3; run++) await sealRecords(deps);
  expect(await sealedTo()).toBeLessThan(id);
  await late.commit();
  await sealAll(app);
  expect(await sealedTo()).toBeGreaterThanOrEqual(id);
  const members = (await app.db('record_heads').where({ owner: 'acme' }).pluck('members')).join(' ');
  expect(members).toContain(`${id}:`);
});
