import type { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import { secrets } from '@doorwright/operator/runtime/resource.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, clusterHookTimeout, startCluster } from '../../harness/cluster/cluster.ts';
import { aReflector, aRest, eventually, theUser } from '../world/cluster-world.ts';
import { FakeClock } from '../world/fake-clock.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';

let cluster: Cluster;
let user: ReturnType<typeof theUser>;
beforeAll(async () => {
  cluster = await startCluster({ controllerManager: false, apiServerArgs: ['--feature-gates=WatchList=false'] });
  user = theUser(cluster);
}, clusterHookTimeout);
afterAll(() => cluster?.stop());

test('a server without streaming lists is read in pages, with metadata only where requested', async () => {
  const namespace = await user.namespace('pages');
  const names = Array.from({ length: 1201 }, (_, i) => `s-${i}`);
  const make = (name: string) => {
    const body = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace },
      stringData: { password: 'planted' },
    };
    return user.rest.json({ method: 'POST', path: `/api/v1/namespaces/${namespace}/secrets`, body });
  };
  for (let i = 0; i < names.length; i += 50) await Promise.all(names.slice(i, i + 50).map(make));

  const proxy = await startFaultProxy(cluster.url);
  const { reflector, store, stop, troubles } = aReflector(aRest(cluster, proxy.url), namespace, {
    resource: secrets,
    metadataOnly: true,
  });
  await reflector.whenSynced();
  expect(store.size).toBe(1201);
  expect(JSON.stringify([...store.values()])).not.toMatch(/planted|cGxhbnRlZA/);
  // After one refusal, it never asks again.
  expect(troubles.map((error) => (error as KubernetesError).status)).toEqual([422]);

  await make('later');
  await eventually(() => store.get({ namespace, name: 'later' }) !== undefined);
  proxy.refuse();
  await user.rest.json({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}/secrets/s-7` });
  proxy.accept();
  await eventually(() => store.get({ namespace, name: 's-7' }) === undefined);
  await stop();
  proxy.stop();
});

test('a page is requested again after half a minute', async () => {
  const namespace = await user.namespace('silent');
  await user.create(namespace, 'there');
  const proxy = await startFaultProxy(cluster.url);
  const clock = new FakeClock();
  const { store, stop, troubles } = aReflector(aRest(cluster, proxy.url), namespace, { clock, random: () => 0 });
  // A refused streaming list leads to pages.
  await eventually(() => troubles.length === 1);
  proxy.swallow(true);
  await clock.advance(0);
  await eventually(() => clock.nextIn === 30_000);
  await clock.advance(29_999);
  expect(troubles).toHaveLength(1);
  proxy.swallow(false);
  await eventually(async () => {
    await clock.advance(1);
    return store.size === 1;
  });
  expect(String(troubles[1])).toContain('did not answer in time');
  await stop();
  proxy.stop();
});
