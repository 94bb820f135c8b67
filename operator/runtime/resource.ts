import type { ObjectName } from './kubernetes-object.ts';

/** The place of a kind on the API server. */
export interface Resource {
  group: string;
  version: string;
  kind: string;
  plural: string;
  namespaced: boolean;
}

export const secrets: Resource = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };
export const configMaps: Resource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
};
export const namespaces: Resource = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
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

export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of the resource, across all namespaces without one. */
export function collectionPath(resource: Resource, namespace?: string): string {
  const root = resource.group === '' ? '/api' : '/apis';
  const scope = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}/${apiVersionOf(resource)}${scope}/${resource.plural}`;
}

export function objectPath(resource: Resource, { namespace, name }: ObjectName): string {
  return `${collectionPath(resource, namespace)}/${encodeURIComponent(name)}`;
}
