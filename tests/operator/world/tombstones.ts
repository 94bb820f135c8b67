import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import type { ClusterReader } from './cluster-reader.ts';
import { configMaps } from './resources.ts';

/** The uids of all tombstones. */
export async function tombstonesIn(reader: ClusterReader, namespace = 'default'): Promise<string[]> {
  const maps = await reader.list<KubernetesObject & { data?: object }>(
    configMaps,
    namespace,
    'doorwright.dev/tombstones=true',
  );
  return maps.flatMap(({ data = {} }) => Object.keys(data));
}
