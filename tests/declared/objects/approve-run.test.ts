import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMany, run, type SyncWorld, startSyncWorld } from '../../api/sync/world.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let world: SyncWorld;
let operator: Operator;
/** Narrowed to the organization `acme`. */
let inAcme: Operator;

const narrowed = async (narrowing: object) =>
  createOperator(world.app.url, (await operator.post('token', narrowing)).body.token);

beforeAll(async () => {
  world = await startSyncWorld();
  operator = createOperator(world.app.url);
  await add(world.root, 'organization', { name: 'globex', displayName: 'Globex' });
  inAcme = await narrowed({ organization: 'acme' });
});
afterAll(() => world?.stop());

/** A syncer with a run that found nobody, and so is held. A resource of the namespace `shop` declares it. */
async function held(name: string): Promise<string> {
  const { table, root, addSyncer } = world;
  await addSyncer(name);
  await table('people').delete();
  await addMany(table, name, 3);
  await run(root, name);
  await table('people').delete();
  expect((await run(root, name)).body.code).toBe('sync-held');
  const uid = `u-${name}`;
  expect((await operator.put(`syncer/admin/${name}`, { uid, adoption: 'Adopt' })).status).toBe(200);
  return uid;
}

const path = (name: string) => `syncer/admin/${name}/approve-run`;
const stateOf = async (name: string) =>
  (await world.root.get('get-syncer', { id: `admin/${name}` })).body.data.syncState as string;

test('a resource approves the held run of its source, with a token for the organization', async () => {
  const uid = await held('goes-on');
  expect((await inAcme.post(path('goes-on'), { uid })).body).toEqual({ outcome: 'approved' });
  await expect.poll(() => stateOf('goes-on')).toBe('Done');
  const { body } = await world.root.get('get-sync-runs', { kind: 'syncer', id: 'admin/goes-on' });
  expect(body.data[0]).toMatchObject({ approvedBy: 'syncers.doorwright.dev shop/goes-on', counts: { disable: 3 } });
  // Whoever asks twice approves nothing more.
  expect((await inAcme.post(path('goes-on'), { uid })).body).toEqual({ outcome: 'nothing' });
  const { data } = (await world.root.get('get-records', { organizationName: 'acme', pageSize: '50', p: '1' })).body;
  expect(data).toContainEqual(
    expect.objectContaining({
      action: expect.stringContaining('approve-run'),
      object: 'syncer admin/goes-on',
      resource: 'syncers.doorwright.dev shop/goes-on',
      outcome: 'ok',
    }),
  );
});

test('17.1 nobody else approves it', async () => {
  const uid = await held('stays');
  const strangers: [Operator, object, string][] = [
    [operator, { uid: 'u-other' }, 'NameConflict'],
    [operator, {}, 'Invalid'],
    [await narrowed({ organization: 'globex' }), { uid }, 'NotFound'],
    [await narrowed({ tenant: { cluster: 'test', namespace: 'bank' }, organization: 'acme' }), { uid }, 'NotFound'],
    [createOperator(world.app.url, 'nonsense'), { uid }, 'Unauthenticated'],
  ];
  for (const [who, body, code] of strangers) expect((await who.post(path('stays'), body)).body).toMatchObject({ code });
  expect(await stateOf('stays')).toBe('Held');
});

test('nothing is approved for an object that no resource declares, nor for one that is no source', async () => {
  await world.addSyncer('free');
  expect((await operator.post(path('free'), { uid: 'u-free' })).body).toMatchObject({ code: 'NotManaged' });
  await operator.put('application/admin/plain', { uid: 'u-plain', fields: { organization: 'acme' } });
  expect((await operator.post('application/admin/plain/approve-run', { uid: 'u-plain' })).status).toBe(404);
  expect((await operator.post(path('never-was'), { uid: 'u' })).body).toMatchObject({ code: 'NotFound' });
});
