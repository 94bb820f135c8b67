import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { type Declared, resourceOf } from '../../reconcilers/core/resource.ts';
import { ClusterClient } from '../../runtime/cluster/cluster-client.ts';
import { findCluster } from '../../runtime/cluster/kube-config.ts';
import { listInPages } from '../../runtime/cluster/list-pages.ts';
import { rowOf } from '../../runtime/folder/folder-report.ts';
import { collectionPath } from '../../runtime/resource.ts';
import { CommandError } from './command-error.ts';
import type { ResourceState } from './resource-state.ts';

const place = { file: '', line: 0 };

/** All our custom resources in a cluster, or in some namespaces. */
export async function resourcesOfCluster(
  namespaces: readonly string[],
): Promise<{ cluster: string; reportedTime: string; resources: ResourceState[] }> {
  let client: ClusterClient | undefined;
  try {
    const found = findCluster();
    if (!found) throw new Error('it names no cluster');
    client = new ClusterClient(found.access);
    const objects: Declared[] = [];
    const signal = AbortSignal.timeout(60_000);
    for (const kind of kinds.filter(isDeclared)) {
      for (const namespace of namespaces.length > 0 ? namespaces : [undefined]) {
        const path = collectionPath(resourceOf(kind), namespace);
        await listInPages({ client, path, signal, onItem: (item) => void objects.push(item as Declared) });
      }
    }
    return { cluster: 'cluster', reportedTime: new Date().toISOString(), resources: objects.map(faredOf) };
  } catch (error) {
    throw new CommandError(`The cluster of KUBECONFIG cannot be asked: ${(error as Error).message}.`);
  } finally {
    client?.close();
  }
}

function faredOf(object: Declared): ResourceState {
  const { file: _, line: __, ...row } = rowOf(object, place);
  return { ...row, kind: object.kind };
}
