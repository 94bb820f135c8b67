import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addMany, addPeople, rowsOf, run, type SyncWorld, startSyncWorld, userOf } from './world.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.table('people').delete();
});

test('a plan says what a run would do, field by field, and writes nobody', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('plans');
  await addPeople(table, { id: 'p-1', login: 'paula', full_name: 'Paula Plan', mail: 'paula@acme.example' });
  const { data } = (await run(root, 'plans', { plan: 'true' })).body;
  expect(data).toMatchObject({ state: 'planned', mode: 'plan', counts: { read: 1, add: 1 }, canApprove: true });
  expect(await rowsOf(root, data.id)).toEqual([
    expect.objectContaining({
      ...{ action: 'add', state: 'planned', user: 'acme/paula', key: 'p-1' },
      changes: expect.arrayContaining([{ field: 'email', before: '', after: 'paula@acme.example' }]),
    }),
  ]);
  expect(await userOf(root, 'paula')).toBeNull();
  const file = await root.get('export-sync-rows', { run: data.id });
  expect(file.text).toContain('"email","","paula@acme.example"');
});

test('an approved plan adds the people that it showed', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('approves');
  await addPeople(table, { id: 'a-1', login: 'anna', mail: 'anna@acme.example' });
  const { data } = (await run(root, 'approves', { plan: 'true' })).body;
  expect((await root.post('approve-sync-run', undefined, { query: { run: data.id } })).body.status).toBe('ok');
  await expect.poll(() => userOf(root, 'anna')).toMatchObject({ email: 'anna@acme.example', id: 'a-1' });
});

test('a new name in the source renames the user, who keeps their ID', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('renames');
  await addPeople(table, { id: 'r-1', login: 'rosa' });
  expect((await run(root, 'renames')).body).toMatchObject({
    status: 'ok',
    data: { state: 'done', counts: { add: 1 } },
  });
  await table('people').where({ id: 'r-1' }).update({ login: 'rosalind', full_name: 'Rosalind' });
  expect((await run(root, 'renames')).body.data).toMatchObject({ state: 'done', counts: { change: 1, done: 1 } });
  expect(await userOf(root, 'rosa')).toBeNull();
  expect(await userOf(root, 'rosalind')).toMatchObject({ id: 'r-1', displayName: 'Rosalind' });
});

test('a person who is missing is blocked, and comes back as they were', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('misses');
  await addPeople(table, { id: 'm-1', login: 'mia' }, { id: 'm-2', login: 'max' });
  await run(root, 'misses');
  await table('people').where({ id: 'm-1' }).delete();
  expect((await run(root, 'misses')).body.data).toMatchObject({ state: 'done', counts: { disable: 1 } });
  expect(await userOf(root, 'mia')).toMatchObject({ isForbidden: true });
  await addPeople(table, { id: 'm-1', login: 'mia' });
  expect((await run(root, 'misses')).body.data).toMatchObject({ state: 'done', counts: { change: 1 } });
  expect(await userOf(root, 'mia')).toMatchObject({ isForbidden: false, id: 'm-1' });
});

test('an administrator blocks somebody whom the source admits, and the next run leaves it so', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('blocks');
  await addPeople(table, { id: 'b-1', login: 'bob' });
  await run(root, 'blocks');
  await root.post('update-user', { isForbidden: true }, { query: { id: 'acme/bob' } });
  expect((await run(root, 'blocks')).body.data).toMatchObject({ state: 'done', counts: { unchanged: 1 } });
  expect(await userOf(root, 'bob')).toMatchObject({ isForbidden: true });
});

test('a filter that matches nobody stops the run, and nobody is lost', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('empties');
  await addMany(table, 'empty', 3);
  await run(root, 'empties');
  await table('people').delete();
  const held = (await run(root, 'empties')).body;
  expect(held).toMatchObject({
    code: 'sync-held',
    data: { state: 'held', reason: 'sync-nobody-found', canApprove: true },
  });
  expect(await userOf(root, 'empty0')).toMatchObject({ isForbidden: false });
  expect((await root.get('get-syncer', { id: 'admin/empties' })).body.data).toMatchObject({ syncState: 'Held' });
});

test('a source that halves its people is held, goes on with one click, and is taken back with another', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('halves');
  await addMany(table, 'half', 30);
  expect((await run(root, 'halves')).body.data).toMatchObject({ state: 'done', counts: { add: 30, done: 30 } });
  await table('people').whereRaw(`right(id, 1) IN ('0', '2', '4', '6', '8')`).delete();
  const held = (await run(root, 'halves')).body;
  expect(held).toMatchObject({ code: 'sync-held', data: { reason: 'sync-over-limit', counts: { disable: 15 } } });
  const query = { run: held.data.id };
  await root.post('approve-sync-run', undefined, { query });
  await expect.poll(async () => (await root.get('get-sync-run', query)).body.data.state).toBe('done');
  expect(await userOf(root, 'half0')).toMatchObject({ isForbidden: true });
  await root.post('undo-sync-run', undefined, { query });
  await expect
    .poll(async () => (await root.get('get-sync-run', query)).body.data)
    .toMatchObject({
      ...{ state: 'undone', counts: { undone: 15, kept: 0 } },
    });
  expect(await userOf(root, 'half0')).toMatchObject({ isForbidden: false });
});

test('a run that is taken back leaves what somebody has changed since', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('takes');
  await addPeople(table, { id: 't-1', login: 'tina' }, { id: 't-2', login: 'tom' });
  const { data } = (await run(root, 'takes')).body;
  await world.app.db('users').where({ id: 't-2' }).update({ last_signin_time: new Date() });
  await root.post('undo-sync-run', undefined, { query: { run: data.id } });
  await expect
    .poll(async () => (await root.get('get-sync-run', { run: data.id })).body.data)
    .toMatchObject({ state: 'undone', counts: { undone: 1, kept: 1 } });
  expect(await userOf(root, 'tina')).toBeNull();
  expect(await userOf(root, 'tom')).toMatchObject({ id: 't-2' });
});

test('a row that nobody can take is listed with its cause, and the others are taken', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('degrades');
  await addPeople(
    table,
    { id: 'd-1', login: 'dora' },
    { id: 'd-2', login: 'with/slash' },
    { id: 'd-3', login: 'admin' },
  );
  await root.post('add-user', { owner: 'acme', name: 'taken', displayName: 'Taken' });
  await addPeople(table, { id: 'd-4', login: 'taken' });
  const { data } = (await run(root, 'degrades')).body;
  expect(data).toMatchObject({ state: 'degraded', counts: { done: 2, failed: 2 } });
  const failed = await rowsOf(root, data.id, { state: 'failed' });
  expect(failed.map(({ key, code }: { key: string; code: string }) => [key, code]).sort()).toEqual([
    ['d-2', expect.any(String)],
    ['d-4', 'source-name-taken'],
  ]);
  expect(failed.every(({ problem }: { problem: string }) => problem !== '')).toBe(true);
});

test('the first automatic run waits for approval, and later ones run by themselves', async () => {
  const { root, table, addSyncer, tick } = world;
  await addPeople(table, { id: 'w-1', login: 'wanda' });
  await addSyncer('waits', { isEnabled: true });
  await tick();
  const stateOf = async () => (await root.get('get-syncer', { id: 'admin/waits' })).body.data.syncState;
  await expect.poll(stateOf).toBe('Waiting');
  expect(await userOf(root, 'wanda')).toBeNull();
  const [waiting] = (await root.get('get-sync-runs', { kind: 'syncer', id: 'admin/waits' })).body.data;
  await root.post('approve-sync-run', undefined, { query: { run: waiting.id } });
  await expect.poll(stateOf).toBe('Done');
  await table('people').insert({ id: 'w-2', login: 'wilma' });
  await world.app
    .db('syncers')
    .where({ name: 'waits' })
    .update({ next_run_time: new Date(0) });
  await tick();
  await expect.poll(() => userOf(root, 'wilma')).toMatchObject({ id: 'w-2' });
  await root.post('update-syncer', { isEnabled: false }, { query: { id: 'admin/waits' } });
});

test('a field that a source sets is locked, and its source is named', async () => {
  const { root, table, addSyncer } = world;
  await addSyncer('locks');
  await addPeople(table, { id: 'l-1', login: 'lena', full_name: 'Lena' });
  await run(root, 'locks');
  expect((await userOf(root, 'lena')).sources).toEqual([
    expect.objectContaining({ kind: 'syncer', id: 'admin/locks', fields: expect.arrayContaining(['displayName']) }),
  ]);
  const refused = await root.post('update-user', { displayName: 'Other' }, { query: { id: 'acme/lena' } });
  expect(refused.body).toMatchObject({ code: 'owned-by-source', fields: [{ field: 'displayName' }] });
  expect((await root.post('update-user', { bio: 'Mine' }, { query: { id: 'acme/lena' } })).body.status).toBe('ok');
});

test('a column that is not compared is no reason for a change, and comes along with another one', async () => {
  const { root, table, addSyncer } = world;
  const column = (name: string, casdoorName: string, isHashed: boolean) => ({
    name,
    casdoorName,
    type: 'string',
    isHashed,
    values: [],
  });
  await addSyncer('compares', {
    tableColumns: [
      column('id', 'Id', true),
      column('login', 'Name', true),
      column('full_name', 'DisplayName', true),
      column('mail', 'Email', false),
    ],
  });
  await addPeople(table, { id: 'x-1', login: 'xenia', mail: 'old@acme.example' });
  await run(root, 'compares');
  await table('people').where({ id: 'x-1' }).update({ mail: 'new@acme.example' });
  expect((await run(root, 'compares')).body.data).toMatchObject({ state: 'done', counts: { unchanged: 1 } });
  await table('people').where({ id: 'x-1' }).update({ full_name: 'Xenia' });
  expect((await run(root, 'compares')).body.data).toMatchObject({ state: 'done', counts: { change: 1 } });
  expect(await userOf(root, 'xenia')).toMatchObject({ displayName: 'Xenia', email: 'new@acme.example' });
});

test('people who have been missing for as long as the syncer says are deleted, and come back when the run is taken back', async () => {
  const { root, table, addSyncer, app } = world;
  await addSyncer('purges', { purgeDays: 30 });
  await addPeople(table, { id: 'g-1', login: 'gert' }, { id: 'g-2', login: 'gesa' });
  await run(root, 'purges');
  await table('people').where({ id: 'g-1' }).delete();
  await run(root, 'purges');
  expect((await run(root, 'purges')).body.data).toMatchObject({ state: 'done', counts: { purge: 0, disable: 0 } });
  const month = new Date(Date.now() - 31 * 86_400_000);
  await app.db('sync_links').where({ key: 'g-1' }).update({ missing_time: month });
  const { data } = (await run(root, 'purges')).body;
  expect(data).toMatchObject({ state: 'done', counts: { purge: 1 } });
  expect(await userOf(root, 'gert')).toMatchObject({ isDeleted: true });
  await root.post('undo-sync-run', undefined, { query: { run: data.id } });
  await expect.poll(() => userOf(root, 'gert')).toMatchObject({ isDeleted: false, isForbidden: true });
  const longer = new Date(Date.now() - 38 * 86_400_000);
  await app.db('sync_links').where({ key: 'g-1' }).update({ missing_time: longer });
  await run(root, 'purges');
  expect((await run(root, 'purges')).body.data).toMatchObject({ state: 'done', counts: { purge: 1 } });
  expect(await userOf(root, 'gert')).toBeNull();
});

test('a column cannot make somebody a global administrator', async () => {
  const { root, table, addSyncer } = world;
  await table.raw('ALTER TABLE people ADD COLUMN boss boolean DEFAULT true');
  const column = (name: string, casdoorName: string, type = 'string') => ({
    name,
    casdoorName,
    type,
    isHashed: true,
    values: [],
  });
  await addSyncer('raises', {
    tableColumns: [column('id', 'Id'), column('login', 'Name'), column('boss', 'IsGlobalAdmin', 'boolean')],
  });
  await addPeople(table, { id: 'y-1', login: 'yuri' });
  const { data } = (await run(root, 'raises')).body;
  expect(data).toMatchObject({ state: 'degraded', counts: { failed: 1, done: 0 } });
  expect(await userOf(root, 'yuri')).toBeNull();
});

test('a test of a syncer that lacks a field names it as the editor does, and so does the problem of a run', async () => {
  const { root, addSyncer } = world;
  await addSyncer('lacking', { tablePrimaryKey: '' });
  const syncer = (await root.get('get-syncer', { id: 'admin/lacking' })).body.data;
  const tested = await root.post('test-syncer', syncer, { headers: { 'Accept-Language': 'en' } });
  expect(tested.body.data.problem).toEqual({
    code: 'database-incomplete',
    field: 'tablePrimaryKey',
    words: 'The syncer has no Table primary key.',
  });
  const german = await root.post('test-syncer', syncer, { headers: { 'Accept-Language': 'de' } });
  expect(german.body.data.problem.words).toBe('Dem Synchronisierer fehlt: Primärschlüssel.');
  expect((await run(root, 'lacking')).body.data.problem).toBe('The syncer has no Table primary key.');
});
