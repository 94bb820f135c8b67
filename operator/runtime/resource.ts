/** The place of a kind on the API server. */
export interface Resource {
  group: string;
  version: string;
  kind: string;
  plural: string;
  namespaced: boolean;
}

export const secrets: Resource = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true };
export const namespaces: Resource = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
};

function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of the resource, across all namespaces without one. */
export function collectionPath(resource: Resource, namespace?: string): string {
  const root = resource.group === '' ? '/api' : '/apis';
  const scope = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}/${apiVersionOf(resource)}${scope}/${resource.plural}`;
}
