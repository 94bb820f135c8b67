import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../declared/operator.ts';
import { clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { eventually } from './world/cluster-world.ts';
import { a, startOperator, startWorld, type World } from './world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme' }),
    a('Application', 'shop', { organizationRef: { name: 'acme' }, generate: true }),
  );
  await world.ready('application', 'shop');
}, clusterHookTimeout);
afterAll(() => world?.stop());

const measured = (metrics: string, name: string, labels: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name}{${labels}}`))
      ?.split(' ')[1],
  );

test('metrics show the age of the oldest Secret and of the oldest difference', async () => {
  await world.apply(a('Organization', 'built-in', { managementPolicy: 'Observe', displayName: 'Mine' }));
  await world.reason('organization', 'built-in', 'Observed');
  const metrics = await world.operator.metrics();
  expect(measured(metrics, 'doorwright_drift_age_seconds', 'kind="Organization"')).toBeGreaterThan(0);
  expect(measured(metrics, 'doorwright_drift_age_seconds', 'kind="Application"')).toBe(0);
  const age = measured(metrics, 'doorwright_secret_age_seconds_max', 'kind="Application"');
  expect(age).toBeGreaterThan(0);
  expect(age).toBeLessThan(600);
});

test('a standby fills its caches and sends no request to the API before it leads', async () => {
  const standby = await startOperator(world.settings);
  await eventually(
    async () => measured(await standby.metrics(), 'doorwright_objects', 'kind="Organization",ready="True"') === 2,
  );
  expect(await standby.metrics()).not.toMatch(/^doorwright_api_requests_total\{/m);
  expect(await world.operator.metrics()).toMatch(/^doorwright_api_requests_total\{.*route="\/changes"/m);
  await world.operator.stop();
  world.operator = standby;
  await eventually(async () => /^doorwright_api_requests_total\{.*"\/changes"/m.test(await standby.metrics()));
});

test('a kind that a setting pauses is not changed, except to finish deletions; other kinds go on', async () => {
  await world.restart({ DOORWRIGHT_PAUSED_KINDS: 'Application' });
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme Ltd' }),
    a('Application', 'shop', { organizationRef: { name: 'acme' }, generate: true, displayName: 'Shop' }),
  );
  await eventually(async () => (await world.condition('application', 'shop', 'Ready'))?.reason === 'Paused');
  await eventually(async () => (await world.inApi('organization', 'acme'))?.displayName === 'Acme Ltd');
  expect(await world.inApi('application', 'shop')).toMatchObject({ displayName: '' });
  expect(measured(await world.operator.metrics(), 'doorwright_paused', 'kind="Application"')).toBe(1);
  await world.remove('application', 'shop');
  expect(await world.inApi('application', 'shop')).toBeUndefined();
});

test('a dry run logs its changes, and writes nothing to the API or the cluster', async () => {
  await world.apply(a('Organization', 'acme', { displayName: 'Acme Ltd' }));
  await world.ready('organization', 'acme');
  await world.operator.stop();
  await world.apply(
    a('Organization', 'acme', { displayName: 'Acme Inc' }),
    a('Organization', 'fresh', { displayName: 'Fresh' }),
  );
  const inCluster = () =>
    world.kubectl(['get', 'doorwright,leases,secrets,events.events.k8s.io', '-n', 'default', '-o', 'name']);
  const versions = async () =>
    (await world.kubectl([
      'get',
      'doorwright,leases,secrets',
      '-n',
      'default',
      '-o',
      'jsonpath={.items[*].metadata.resourceVersion}',
    ])) + (await inCluster());
  const [before, records] = [await versions(), await world.app.db('records').count()];
  await world.restart({}, ['--dry-run']);
  const planned = () =>
    world.operator.log
      .filter((line) => line.includes('Would change'))
      .map((line) => JSON.parse(line) as { id: string; outcome: string; drift: object[] });
  await expect.poll(planned).toContainEqual(
    expect.objectContaining({
      id: 'admin/acme',
      outcome: 'updated',
      drift: [{ path: 'displayName', desired: 'Acme Inc', observed: 'Acme Ltd' }],
    }),
  );
  await expect.poll(planned).toContainEqual(expect.objectContaining({ id: 'admin/fresh', outcome: 'created' }));
  expect(await world.inApi('organization', 'acme')).toMatchObject({ displayName: 'Acme Ltd' });
  expect(await world.inApi('organization', 'fresh')).toBeUndefined();
  expect(await versions()).toBe(before);
  expect(await world.app.db('records').count()).toEqual(records);
  await world.restart();
  await eventually(async () => (await world.inApi('organization', 'acme'))?.displayName === 'Acme Inc');
});

test('after an uninstall with Orphan, resources are free, the API keeps everything, and a new operator continues', async () => {
  await world.apply(a('Organization', 'fresh', { displayName: 'Fresh' }));
  for (const name of ['acme', 'fresh']) await world.ready('organization', name);
  await world.operator.stop();
  const finalizers = async () => (await world.get('organization', 'acme')).metadata.finalizers;
  const before = await world.inApi('organization', 'acme');
  expect(await finalizers()).toEqual(['doorwright.dev/api-object']);
  const env = { ...process.env, ...world.settings };
  const { stdout } = await promisify(execFile)(process.execPath, ['operator/bin/uninstall.ts', 'none', 'Orphan'], {
    env,
  });
  expect(stdout).toContain('"kind":"Organization","policy":"Orphan","released":2');
  expect(await finalizers()).toBeUndefined();
  expect((await world.get('organization', 'acme')).metadata.annotations ?? {}).not.toHaveProperty(
    'doorwright.dev/paused',
  );
  expect(await world.inApi('organization', 'acme')).toEqual(before);
  await world.restart();
  await eventually(async () => (await finalizers())?.length === 1);
  await world.ready('organization', 'acme');
  expect(await world.inApi('organization', 'acme')).toEqual(before);
});

test('an object whose resource disappeared is released and not deleted, and no other object is', async () => {
  await world.apply(a('Organization', 'ghost', { displayName: 'Ghost' }));
  for (const name of ['ghost', 'acme']) await world.ready('organization', name);
  const others = createOperator(world.app.url);
  await others.put('organization/admin/foreign', { uid: 'u-foreign', cluster: 'another', fields: {} });
  await world.operator.stop();
  const patch = ['--type=merge', '-p', '{"metadata":{"finalizers":null}}'];
  await world.kubectl(['patch', 'organization.doorwright.dev', 'ghost', ...patch]);
  await world.remove('organization', 'ghost');
  expect(await world.inApi('organization', 'ghost')).toMatchObject({ managedFields: ['displayName'] });
  await world.restart({ DOORWRIGHT_SYNC_SECONDS: '10' });
  await eventually(async () => (await world.inApi('organization', 'ghost'))?.origin === null);
  expect(await world.inApi('organization', 'ghost')).toMatchObject({ displayName: 'Ghost' });
  for (const name of ['acme', 'foreign'])
    expect(await world.inApi('organization', name)).toMatchObject({ origin: { name } });
});
