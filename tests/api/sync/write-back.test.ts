import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { addPeople, run, type SyncWorld, startSyncWorld, userOf } from './world.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld();
  await world.addSyncer('people', { writesBack: true, isEnabled: true });
});
afterAll(() => world?.stop());

const rowOf = (id: string) => world.table('people').where({ id }).first();

test('a change of a user reaches the source, and the next run finds nothing to do', async () => {
  const { root, table } = world;
  await addPeople(table, { id: 'c-1', login: 'cara', full_name: 'Cara' });
  await run(root, 'people');
  const changed = await root.post('update-user', { displayName: 'Cara Changed' }, { query: { id: 'acme/cara' } });
  expect(changed.body.status).toBe('ok');
  await expect.poll(() => rowOf('c-1')).toMatchObject({ full_name: 'Cara Changed', login: 'cara' });
  expect((await run(root, 'people')).body.data).toMatchObject({ state: 'done', counts: { change: 0 } });
});

test('a value that both sides changed is that of the source', async () => {
  const { root, table } = world;
  await addPeople(table, { id: 'b-1', login: 'bea', full_name: 'Bea' });
  await run(root, 'people');
  await table('people').where({ id: 'b-1' }).update({ full_name: 'Bea of the source' });
  await root.post('update-user', { displayName: 'Bea of the console' }, { query: { id: 'acme/bea' } });
  await expect.poll(() => world.app.logged.some((line) => line.includes('the source changed too'))).toBe(true);
  expect(await rowOf('b-1')).toMatchObject({ full_name: 'Bea of the source' });
  await run(root, 'people');
  expect(await userOf(root, 'bea')).toMatchObject({ displayName: 'Bea of the source' });
});

test('somebody who signs up is added to the source, and the next run knows them', async () => {
  const { root, app } = world;
  await add(root, 'application', {
    ...{ name: 'app-acme', organization: 'acme', cert: 'cert-built-in', enablePassword: true, enableSignUp: true },
    signupItems: [
      { name: 'Username', visible: true, required: true, prompted: false, rule: 'None' },
      { name: 'Display name', visible: true, required: true, prompted: false, rule: 'None' },
      { name: 'Password', visible: true, required: true, prompted: false, rule: 'None' },
    ],
  });
  const form = {
    application: 'app-acme',
    organization: 'acme',
    username: 'nora',
    name: 'Nora',
    password: 'correct-horse-9',
  };
  const signed = await app.anonymous.post('signup', form);
  expect(signed.body).toMatchObject({ status: 'ok' });
  const nora = await userOf(root, 'nora');
  await expect.poll(() => rowOf(nora.id)).toMatchObject({ login: 'nora' });
  expect((await run(root, 'people')).body.data).toMatchObject({ state: 'done', counts: { add: 0, refuse: 0 } });
});

test('a change that the source refuses is told in the error text of the syncer', async () => {
  const { root, table } = world;
  await addPeople(table, { id: 'e-1', login: 'edda' });
  await run(root, 'people');
  await table.raw('ALTER TABLE people ADD CONSTRAINT short CHECK (length(full_name) < 40)');
  await root.post(
    'update-user',
    { displayName: 'A name that the other table takes for much too long' },
    { query: { id: 'acme/edda' } },
  );
  const textOf = async () => (await root.get('get-syncer', { id: 'admin/people' })).body.data.errorText;
  await expect.poll(textOf).toMatch(/^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\] \S.+\n/);
});
