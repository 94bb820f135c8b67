import type { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { secrets } from '@doorwright/operator/runtime/resource.ts';
import { Store } from '@doorwright/operator/runtime/store.ts';
import { CoreV1Api, makeInformer } from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, clusterHookTimeout, startCluster } from '../../harness/cluster/cluster.ts';
import { aReflector, aRest, dataOf, eventually, kubeConfig, theUser } from '../world/cluster-world.ts';
import { FakeClock } from '../world/fake-clock.ts';
import { startFaultProxy } from '../world/fault-proxy.ts';

let cluster: Cluster;
let user: ReturnType<typeof theUser>;

beforeAll(async () => {
  cluster = await startCluster({ controllerManager: false, apiServerArgs: ['--etcd-compaction-interval=1s'] });
  user = theUser(cluster);
}, clusterHookTimeout);
afterAll(() => cluster?.stop());

const namesIn = (store: Store) => [...store.values()].map(({ metadata }) => metadata.name).sort();

describe('Without failures', () => {
  test('2,000 objects are known within seconds, then each change as it happens', async () => {
    const namespace = await user.namespace('many');
    const names = Array.from({ length: 2000 }, (_, i) => `cm-${String(i).padStart(4, '0')}`);
    for (let i = 0; i < names.length; i += 50)
      await Promise.all(names.slice(i, i + 50).map((n) => user.create(namespace, n)));
    const start = performance.now();
    const { reflector, store, stop } = aReflector(aRest(cluster), namespace);
    await reflector.whenSynced();
    console.log(`2,000 ConfigMaps were known after ${Math.round(performance.now() - start)} ms`);
    expect(namesIn(store)).toEqual(expect.arrayContaining(names));

    await user.change(namespace, 'cm-0007', { color: 'blue' });
    await user.remove(namespace, 'cm-0008');
    const asked = performance.now();
    void user.create(namespace, 'new');
    await eventually(() => store.get({ namespace, name: 'new' }) !== undefined, 2000);
    console.log(`A change was seen ${Math.round(performance.now() - asked)} ms after it was asked for`);
    expect(dataOf(store.get({ namespace, name: 'cm-0007' }))).toEqual({ color: 'blue' });
    expect(store.get({ namespace, name: 'cm-0008' })).toBeUndefined();
    await stop();
  });

  test('unused parts are not kept: managed fields and the last applied configuration', async () => {
    const namespace = await user.namespace('slim');
    await cluster.kubectl(
      ['apply', '-n', namespace, '-f', '-'],
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'applied', annotations: { kept: 'yes' } },
      }),
    );
    const { reflector, store, stop } = aReflector(aRest(cluster), namespace);
    await reflector.whenSynced();
    const { metadata } = store.get({ namespace, name: 'applied' }) as KubernetesObject;
    expect(metadata).not.toHaveProperty('managedFields');
    expect(metadata.annotations).toEqual({ kept: 'yes' });
    await stop();
  });

  test('the contents of a Secret are not sent to a watch of metadata', async () => {
    const namespace = await user.namespace('secretive');
    const body = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 's', namespace },
      stringData: { password: 'planted' },
    };
    await user.rest.json({ method: 'POST', path: `/api/v1/namespaces/${namespace}/secrets`, body });
    const { reflector, store, stop } = aReflector(aRest(cluster), namespace, { resource: secrets, metadataOnly: true });
    await reflector.whenSynced();
    expect(namesIn(store)).toEqual(['s']);
    expect(JSON.stringify([...store.values()])).not.toMatch(/planted|cGxhbnRlZA/);
    await stop();
  });

  test('a throwing handler is reported, and stops neither other handlers nor the watch', async () => {
    const namespace = await user.namespace('thrower');
    const reported: unknown[] = [];
    const store = new Store({ onHandlerError: (error) => reported.push(error) });
    const seen: string[] = [];
    store.subscribe(() => {
      throw new Error('a bug in a handler');
    });
    store.subscribe(({ object }) => seen.push(object.metadata.name));
    const { reflector, stop, troubles } = aReflector(aRest(cluster), namespace, { store });
    await reflector.whenSynced();
    await user.create(namespace, 'one');
    await user.create(namespace, 'two');
    await eventually(() => seen.includes('two'));
    expect(seen).toEqual(['one', 'two']);
    expect(reported).toHaveLength(2);
    expect(troubles).toEqual([]);
    await stop();
  });
});

describe('T7 With failures', () => {
  test('a watch that is cut every 200 ms misses none of hundreds of changes', async () => {
    const namespace = await user.namespace('cut');
    const proxy = await startFaultProxy(cluster.url);
    const { reflector, store, stop } = aReflector(aRest(cluster, proxy.url), namespace);
    await reflector.whenSynced();
    let cuts = 0;
    let kept: string[] = [];
    const isAtStepTwo = (object: KubernetesObject) => dataOf(object)?.step === 'two';
    const cutting = setInterval(() => {
      proxy.cut();
      cuts++;
    }, 200);
    for (let i = 0; i < 50 || cuts < 20; i++) {
      await user.create(namespace, `cm-${i}`);
      await user.change(namespace, `cm-${i}`, { step: 'two' });
      if (i % 2) await user.remove(namespace, `cm-${i}`);
      kept = i % 2 ? kept : [...kept, `cm-${i}`];
    }
    await eventually(() => namesIn(store).join() === kept.sort().join() && [...store.values()].every(isAtStepTwo));
    clearInterval(cutting);
    await stop();
    proxy.stop();
  });

  test('after a lost position (410), it lists again and finds deletions', async () => {
    const namespace = await user.namespace('compacted');
    await user.create(namespace, 'stays');
    const { metadata } = await user.create(namespace, 'goes');
    const proxy = await startFaultProxy(cluster.url);
    const rest = aRest(cluster, proxy.url);
    const { reflector, store, stop, troubles } = aReflector(rest, namespace);
    await reflector.whenSynced();
    proxy.refuse();
    await user.remove(namespace, 'goes');
    await user.create(namespace, 'comes');
    // A restarted server has no history, and etcd forgets by compaction.
    await eventually(async () => {
      await user.create(namespace, `noise-${Math.random().toString(36).slice(2)}`);
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      const query = { resourceVersion: metadata.resourceVersion as string, resourceVersionMatch: 'Exact' };
      return user.rest.json({ method: 'GET', path, query: { ...query, limit: '1' } }).then(
        () => false,
        (error: KubernetesError) => error.status === 410,
      );
    }, 30_000);
    await cluster.restartApiServer();
    proxy.accept();
    // As the lease does every two seconds: its first success ends all back-offs.
    await rest.json({ method: 'GET', path: '/version' });
    const has = (name: string) => store.get({ namespace, name }) !== undefined;
    const took = await eventually(() => has('comes') && !has('goes'), 10_000);
    console.log(`Converged ${Math.round(took)} ms after the first answer of the server`);
    expect(has('stays')).toBe(true);
    expect(troubles.some((error) => (error as KubernetesError).lostItsPlace)).toBe(true);
    await stop();
    proxy.stop();
  });

  test('a silently dead connection is noticed after three minutes', async () => {
    const namespace = await user.namespace('silent');
    const clock = new FakeClock();
    const proxy = await startFaultProxy(cluster.url);
    const { reflector, store, stop } = aReflector(aRest(cluster, proxy.url), namespace, { clock, random: () => 0 });
    await reflector.whenSynced();
    proxy.swallow(true);
    await user.create(namespace, 'unheard');
    await clock.advance(179_000);
    proxy.swallow(false);
    expect(store.size).toBe(0);
    await clock.advance(1000);
    await eventually(async () => {
      await clock.advance(0);
      return store.size === 1;
    });
    await stop();
    proxy.stop();
  });

  test('our reflector survives a restart of the API server, and the stock informer does not', async () => {
    const namespace = await user.namespace('restart');
    const stockSaw = new Set<string>();
    const stockErrors: unknown[] = [];
    const config = kubeConfig(cluster);
    const list = () => config.makeApiClient(CoreV1Api).listNamespacedConfigMap({ namespace });
    const stock = makeInformer(config, `/api/v1/namespaces/${namespace}/configmaps`, list);
    stock.on('add', (object) => stockSaw.add(object.metadata?.name ?? ''));
    stock.on('error', (error) => stockErrors.push(error));
    await stock.start();
    const { reflector, store, stop } = aReflector(aRest(cluster), namespace);
    await reflector.whenSynced();
    await user.create(namespace, 'before');
    await eventually(() => stockSaw.has('before') && store.size === 1);

    await cluster.stopApiServer('SIGKILL');
    await cluster.startApiServer();
    const ready = performance.now();
    await user.create(namespace, 'after');
    await eventually(() => store.get({ namespace, name: 'after' }) !== undefined, 10_000);
    console.log(`A change was seen ${Math.round(performance.now() - ready)} ms after the restarted server was ready`);
    // Ours has seen it; the stock informer gets as much time again.
    await expect(eventually(() => stockSaw.has('after'), 10_000)).rejects.toThrow('Still not so');
    expect(stockErrors).not.toEqual([]);
    await stock.stop();
    await stop();
  });
});
