import { type RequestContext, record } from '@doorwright/api/core/objects/records.ts';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { sealRecords } from '@doorwright/api/features/record-chain/seal.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { recordsIn } from '../../harness/database/all-records.ts';
import { testKey } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
const others: TestApp[] = [];
/** The server does not file what it writes, as one that was killed a moment later. */
beforeEach(async () => {
  app = await startApp({ isDeaf: true });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterEach(async () => {
  await Promise.all(others.splice(0).map((each) => each.stop()));
  await app.stop();
});

const startOther = async () => void others.push(await startApp({ databaseUrl: app.databaseUrl }));
const addRole = (name: string) => add(root, 'role', { owner: 'acme', name });
const freshOnes = async () => Number((await app.db('records_fresh').count({ count: '*' }).first())?.count);
const allFiled = () => expect.poll(freshOnes, { timeout: 10_000 }).toBe(0);
const list = async (query: Record<string, string> = {}) => {
  const { body } = await root.get('get-records', { owner: 'acme', p: 1, pageSize: 20, ...query });
  return { rows: body.data as { id: number; name: string; object: string; isTriggered: boolean }[], total: body.data2 };
};

test('a reader files first, so a record is in every list as soon as its change is', async () => {
  const reads: Record<string, () => Promise<string>> = {
    list: async () => JSON.stringify((await list()).rows),
    filter: async () => JSON.stringify((await list({ action: 'add-role' })).rows),
    text: async () => JSON.stringify((await list({ text: 'acme/text' })).rows),
    template: async () => (await root.post('get-records-filter', { action: 'add-role' })).text,
    export: async () => (await root.get('export-records', { owner: 'acme' })).text,
  };
  for (const [name, read] of Object.entries(reads)) {
    await addRole(name);
    expect(await freshOnes(), name).toBeGreaterThan(0);
    expect(await read(), name).toContain(`role acme/${name}`);
  }
  const { rows } = await list({ action: 'add-role', sortField: 'id', sortOrder: 'ascend' });
  expect(rows.map(({ object }) => object)).toEqual(Object.keys(reads).map((name) => `role acme/${name}`));
  await addRole('left-behind');
  await startOther();
  await allFiled();
});

test('a webhook hears of what happens while it is enabled, and of nothing before', async () => {
  const hook = {
    owner: 'admin',
    organization: 'acme',
    name: 'hook',
    url: 'https://hook.example/',
    events: ['add-role'],
  };
  await addRole('before');
  await add(root, 'webhook', hook);
  await addRole('heard');
  const set = (isEnabled: boolean) => root.post('update-webhook', { isEnabled }, { query: { id: 'admin/hook' } });
  expect((await set(false)).body.status).toBe('ok');
  await addRole('while-off');
  expect((await set(true)).body.status).toBe('ok');
  const deliveries = async () => (await root.get('get-webhook-deliveries', { id: 'admin/hook' })).body.data;
  expect((await deliveries()).map(({ object }: { object: string }) => object)).toEqual(['role acme/heard']);
  await addRole('last');
  expect((await root.post('delete-webhook', hook)).body.status).toBe('ok');
  expect((await list({ object: 'role acme/last' })).rows).toMatchObject([{ isTriggered: true }]);
});

test('the records of an organization that gets another name follow it, although others are filed meanwhile', async () => {
  await addRole('filed');
  await startOther();
  await allFiled();
  await Promise.all(others.splice(0).map((each) => each.stop()));
  await addRole('fresh');

  // The renaming waits in the middle of the records.
  const held = await app.db.transaction();
  await held('records').where({ object: 'role acme/filed' }).forUpdate();
  const renamed = root.post('update-organization', { name: 'apex' }, { query: { id: 'admin/acme' } });
  const activity = async (condition: string) =>
    (await app.db.raw(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`)).rows.length;
  await expect.poll(() => activity(`wait_event_type = 'Lock' AND query LIKE 'UPDATE "records"%'`)).toBe(1);
  await startOther();
  // The other server tries to file.
  await expect.poll(() => activity(`query LIKE 'WITH "turn"%'`)).toBeGreaterThan(0);
  await held.rollback();
  expect((await renamed).body.status).toBe('ok');
  await allFiled();
  expect((await list({ owner: 'apex', action: 'add-role' })).rows).toHaveLength(2);
  expect(await app.db('records').where({ owner: 'acme' })).toEqual([]);
});

test('a record is filed before it is sealed, because filing tells whether it called a webhook', async () => {
  await add(root, 'webhook', {
    ...{ owner: 'admin', organization: 'acme', name: 'hook', url: 'https://hook.example/', events: ['add-role'] },
  });
  await addRole('sealed');
  const deps = { db: app.db, store: app.store, box: createSecretBox([testKey]), now: () => new Date() };
  const { id } = await recordsIn(app.db).where({ object: 'role acme/sealed' }).first('id');
  const sealedTo = async () => {
    await sealRecords(deps);
    return Number((await app.db('record_seals').first('sealed_to')).sealed_to);
  };
  await expect.poll(sealedTo).toBeGreaterThanOrEqual(Number(id));
  expect(await app.db('records').where({ object: 'role acme/sealed' })).toMatchObject([{ is_triggered: true }]);
});

test('a text that Postgres cannot store, in a record, keeps no record from its list', async () => {
  const context: RequestContext = {
    ...{ caller: { type: 'anonymous' }, now: new Date(), method: 'POST', uri: '/api/login', action: 'login' },
    clientIp: `half a sign \ud83d, no sign \0 ${'\u{1f600}'.repeat(60)}`,
  };
  await record({ sql: app.db }, context, { organization: 'acme' });
  await addRole('beside');
  const { rows } = await list({ sortField: 'id', sortOrder: 'descend', pageSize: '2' });
  const clientIp = `half a sign \ufffd, no sign \ufffd ${'\u{1f600}'.repeat(37)}\ufffd`;
  expect(rows).toMatchObject([{ object: 'role acme/beside' }, { clientIp }]);
});
