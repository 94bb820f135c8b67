import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { Reflector, type ReflectorOptions } from '@doorwright/operator/runtime/cluster/reflector.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import type { Log } from '@doorwright/operator/runtime/observe/log.ts';
import { Store } from '@doorwright/operator/runtime/store.ts';
import { KubeConfig } from '@kubernetes/client-node';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import { configMaps } from './resources.ts';
import { Rest } from './rest.ts';

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {}, child: () => silent };

/** The cluster's kubeconfig, optionally with another address. */
export function kubeConfig(cluster: Cluster, server = cluster.url): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(readFileSync(cluster.kubeconfig, 'utf8').replaceAll(cluster.url, server));
  return config;
}

export function aRest(cluster: Cluster, server?: string): Rest {
  return new Rest(kubeConfig(cluster, server));
}

/** A reflector of ConfigMaps in one namespace, with its errors. */
export function aReflector(rest: Rest, namespace: string, options: Partial<ReflectorOptions<KubernetesObject>> = {}) {
  const store = options.store ?? new Store();
  const troubles: unknown[] = [];
  const reflector = new Reflector({
    client: rest,
    resource: configMaps,
    namespace,
    clock: systemClock,
    random: Math.random,
    onTrouble: (error) => troubles.push(error),
    ...options,
    store,
  });
  const running = reflector.run();
  const stop = () => {
    reflector.stop();
    return running;
  };
  return { reflector, store, troubles, stop };
}

export function aConfigMap(namespace: string, name: string, data: Record<string, string> = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name }, data };
}

/** Connected directly to the server, without the fault proxy. */
export function theUser(cluster: Cluster) {
  const rest = aRest(cluster);
  const path = (namespace: string, name = '') => `/api/v1/namespaces/${namespace}/configmaps${name && `/${name}`}`;
  return {
    rest,
    async namespace(name: string) {
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await rest.json({ method: 'POST', path: '/api/v1/namespaces', body });
      return name;
    },
    create: (namespace: string, name: string, data?: Record<string, string>) =>
      rest.json<KubernetesObject>({ method: 'POST', path: path(namespace), body: aConfigMap(namespace, name, data) }),
    change: (namespace: string, name: string, data: Record<string, string>) =>
      rest.json<KubernetesObject>({
        method: 'PATCH',
        path: path(namespace, name),
        contentType: 'application/merge-patch+json',
        body: { data },
      }),
    remove: (namespace: string, name: string) => rest.json({ method: 'DELETE', path: path(namespace, name) }),
  };
}

/**
 * Repeats a check until it holds, at growing intervals. Returns the time that it took. The usual limit is generous, for a busy
 * machine: a check that holds does not take longer for it.
 */
export async function eventually(holds: () => boolean | Promise<boolean>, withinMs = 90_000): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    const ms = performance.now() - start;
    if (ms > withinMs) throw new Error(`Still not so after ${withinMs} ms: ${holds}`);
    await delay(Math.min(10 + ms / 50, 100));
  }
  return performance.now() - start;
}

export const dataOf = (object: KubernetesObject | undefined) =>
  (object as { data?: Record<string, string> } | undefined)?.data;
