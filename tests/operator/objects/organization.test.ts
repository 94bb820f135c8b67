import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add } from '../../harness/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, clusterHookTimeout);
afterAll(() => world?.stop());

const changeInApi = async (name: string, change: object) => {
  const before = await world.inApi('organization', name);
  const answer = await world.admin.post(`update-organization?id=admin/${name}`, { ...before, ...change });
  expect(answer.body).toMatchObject({ status: 'ok' });
};

test('an applied organization is in the API and Ready', async () => {
  await world.apply(a('Organization', 'acme', { displayName: 'Acme', tags: ['staff', 'guest'] }));
  await world.ready('organization', 'acme');
  expect(await world.inApi('organization', 'acme')).toMatchObject({
    displayName: 'Acme',
    tags: ['staff', 'guest'],
    origin: { namespace: 'default', name: 'acme', resource: 'organizations.doorwright.dev default/acme' },
    managedFields: ['displayName', 'tags'],
  });
  expect((await world.get('organization', 'acme')).status).toMatchObject({ externalId: 'admin/acme' });
});

test('an edit of the manifest is applied, and other fields belong to the console', async () => {
  await world.apply(a('Organization', 'brook', { displayName: 'Brook' }));
  await world.ready('organization', 'brook');
  await changeInApi('brook', { websiteUrl: 'https://brook.example' });
  await world.apply(a('Organization', 'brook', { displayName: 'Brook Ltd' }));
  await eventually(async () => (await world.inApi('organization', 'brook'))?.displayName === 'Brook Ltd');
  expect(await world.inApi('organization', 'brook')).toMatchObject({ websiteUrl: 'https://brook.example' });
});

test('a managed field cannot be edited in the console, except during an override', async () => {
  await world.apply(a('Organization', 'cedar', { displayName: 'Cedar' }));
  await world.ready('organization', 'cedar');
  const before = await world.inApi('organization', 'cedar');
  const edit = () =>
    world.admin.post('update-organization?id=admin/cedar', { ...before, version: undefined, displayName: 'Sequoia' });
  expect((await edit()).body).toMatchObject({ status: 'error', code: 'managed' });

  const until = new Date(Date.now() + 4000).toISOString();
  const glass = { kind: 'organization', id: 'admin/cedar', fields: ['displayName'], until, reason: 'a typo at night' };
  expect((await world.admin.post('override-managed', glass)).body).toMatchObject({ status: 'ok' });
  expect((await edit()).body).toMatchObject({ status: 'ok' });
  await eventually(async () => (await world.condition('organization', 'cedar', 'Drifted')) !== undefined);
  const drifted = await world.condition('organization', 'cedar', 'Drifted');
  expect(drifted?.message).toContain('built-in/admin');
  expect(drifted?.message).toContain(until);
  expect(await world.inApi('organization', 'cedar')).toMatchObject({ displayName: 'Sequoia' });

  await eventually(async () => (await world.inApi('organization', 'cedar'))?.displayName === 'Cedar');
  await eventually(async () => (await world.condition('organization', 'cedar', 'Drifted')) === undefined);
});

test('a deleted resource releases its organization, or deletes it if it says so', async () => {
  await world.apply(
    a('Organization', 'kept', { displayName: 'Kept' }),
    a('Organization', 'removed', { deletionPolicy: 'Delete', deletionProtection: false }),
  );
  await Promise.all(['kept', 'removed'].map((name) => world.ready('organization', name)));
  await world.remove('organization', 'kept', 'removed');
  expect(await world.inApi('organization', 'kept')).toMatchObject({ displayName: 'Kept', origin: null });
  expect(await world.inApi('organization', 'removed')).toBeUndefined();
});

test('a protected organization is deleted only without its protection', async () => {
  await world.apply(a('Organization', 'guarded', { deletionPolicy: 'Delete' }));
  await world.ready('organization', 'guarded');
  await world.beginRemoval('organization', 'guarded');
  await world.reason('organization', 'guarded', 'DeletionProtected');
  expect(await world.inApi('organization', 'guarded')).toBeDefined();
  await world.kubectl([
    ...['patch', 'organization.doorwright.dev', 'guarded', '--type=merge'],
    ...['-p', '{"spec":{"deletionProtection":false}}'],
  ]);
  await world.gone('organization', 'guarded');
  expect(await world.inApi('organization', 'guarded')).toBeUndefined();
});

test('an organization is deleted only without users', async () => {
  await world.apply(a('Organization', 'peopled', { deletionPolicy: 'Delete', deletionProtection: false }));
  await world.ready('organization', 'peopled');
  await add(world.admin, 'user', { owner: 'peopled', name: 'alice', displayName: 'Alice', password: 'correct-horse' });
  await world.beginRemoval('organization', 'peopled');
  await world.reason('organization', 'peopled', 'HasDependents');
  expect(await world.inApi('organization', 'peopled')).toBeDefined();
});

test('resources that hold an organization are named in its namespace, and counted elsewhere', async () => {
  const far = `far-${randomUUID().slice(0, 8)}`;
  const name = `parent-${far}`;
  await world.namespace(far);
  const allowedReferrers = [{ kinds: ['Application'], namespaces: { from: 'All' } }];
  const organizationRef = { name, namespace: 'default' };
  await world.apply(
    a('Organization', name, { allowedReferrers }),
    a('Application', far, { organizationRef, publicClient: true }),
    a('Application', `${far}-too`, { organizationRef, publicClient: true }, { namespace: far }),
  );
  await world.ready('application', far);
  await world.kubectl(['wait', '--for=condition=Ready', '-n', far, `dwapp/${far}-too`, '--timeout=90s']);
  await world.beginRemoval('organization', name);
  const { message } = await world.reason('organization', name, 'HasDependents');
  expect(message).toBe(`Resources still refer to it and go first: Application ${far}, 1 in other namespaces`);
  await world.remove('application', far);
  await world.kubectl(['delete', 'dwapp', `${far}-too`, '-n', far, '--timeout=90s']);
  await world.gone('organization', name);
});

test('a paused resource writes nothing, and catches up afterwards', async () => {
  // Another value than the documented one also pauses.
  const paused = { annotations: { 'doorwright.dev/paused': 'True' } };
  await world.apply(a('Organization', 'sleeper', { displayName: 'Awake' }));
  await world.ready('organization', 'sleeper');
  await world.apply(a('Organization', 'sleeper', { displayName: 'Dreaming' }, paused));
  await eventually(async () => (await world.condition('organization', 'sleeper', 'Ready'))?.reason === 'Paused');
  expect(await world.inApi('organization', 'sleeper')).toMatchObject({ displayName: 'Awake' });
  await world.apply(a('Organization', 'sleeper', { displayName: 'Dreaming' }, { annotations: {} }));
  await world.reason('organization', 'sleeper', 'Reconciled');
  expect(await world.inApi('organization', 'sleeper')).toMatchObject({ displayName: 'Dreaming' });
});

test('an annotation requests a comparison, once for each value', async () => {
  const asked = (token: string) => ({ annotations: { 'doorwright.dev/reconcile-at': token } });
  for (const token of ['first', 'second']) {
    await world.apply(a('Organization', 'obedient', { displayName: 'Obedient' }, asked(token)));
    await eventually(
      async () => (await world.get('organization', 'obedient')).status?.lastHandledReconcileAt === token,
    );
  }
});

test('the platform’s own organization can be observed, and not declared', async () => {
  await world.apply(a('Organization', 'built-in', { managementPolicy: 'Observe', displayName: 'Mine' }));
  await world.reason('organization', 'built-in', 'Observed');
  const { status } = await world.get('organization', 'built-in');
  expect(status?.drift).toMatchObject([{ path: 'displayName', desired: '"Mine"' }]);
  expect(await world.inApi('organization', 'built-in')).not.toMatchObject({ displayName: 'Mine' });
});
