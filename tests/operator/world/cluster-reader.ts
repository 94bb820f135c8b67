import { resourceOf } from '@doorwright/operator/reconcilers/core/resource.ts';
import { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { collectionPath, type Resource } from '@doorwright/operator/runtime/resource.ts';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import { kubeConfig } from './cluster-world.ts';
import type { Declared } from './declared-world.ts';
import { objectPath } from './resources.ts';
import { Rest } from './rest.ts';

/** One of our resources. */
export function declaredResource(kind: string): Resource {
  const found = declaredKinds.find(({ name }) => name === kind);
  if (!found) throw new Error(`Nobody declares a ${kind}`);
  return resourceOf(found);
}

export interface ClusterReader {
  /** Undefined if it does not exist. */
  find<T = KubernetesObject>(resource: Resource, name: string, namespace?: string): Promise<T | undefined>;
  list<T = KubernetesObject>(resource: Resource, namespace?: string, labelSelector?: string): Promise<T[]>;
  /** All our resources in a namespace. */
  declared(namespace?: string): Promise<Declared[]>;
  close(): void;
}

/** Reads as an administrator. Waiting tests read often, and starting kubectl each time would keep a processor busy. */
export function createClusterReader(cluster: Cluster): ClusterReader {
  const rest = new Rest(kubeConfig(cluster));
  const reader: ClusterReader = {
    async find<T>(resource: Resource, name: string, namespace = 'default') {
      try {
        return await rest.json<T>({ method: 'GET', path: objectPath(resource, { namespace, name }) });
      } catch (error) {
        if (error instanceof KubernetesError && error.status === 404) return undefined;
        throw error;
      }
    },
    async list<T>(resource: Resource, namespace = 'default', labelSelector?: string) {
      const path = collectionPath(resource, namespace);
      const query = labelSelector ? { labelSelector } : {};
      return (await rest.json<{ items: T[] }>({ method: 'GET', path, query })).items;
    },
    async declared(namespace) {
      const lists = declaredKinds.map((kind) => reader.list<Declared>(resourceOf(kind), namespace));
      return (await Promise.all(lists)).flat();
    },
    close: () => rest.close(),
  };
  return reader;
}
