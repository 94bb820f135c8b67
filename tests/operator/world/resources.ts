import type { ObjectName } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { collectionPath, type Resource } from '@doorwright/operator/runtime/resource.ts';

export const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
};
export const leases: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
};
export const events: Resource = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
};

export function objectPath(resource: Resource, { namespace, name }: ObjectName): string {
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}
