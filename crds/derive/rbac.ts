import { group } from './custom-resource.ts';
import type { DeclaredKind } from './spec.ts';

export interface PolicyRule {
  apiGroups: string[];
  resources: string[];
  resourceNames?: string[];
  verbs: string[];
}

const plurals = (kinds: readonly DeclaredKind[], subresource = '') => kinds.map(({ plural }) => plural + subresource);

const rule = (apiGroup: string, resources: string[], verbs: string[]): PolicyRule => ({
  apiGroups: [apiGroup],
  resources,
  verbs,
});

/** The operator's rights on our custom resources, in each namespace that it serves. */
export const operatorRules = (kinds: readonly DeclaredKind[]): PolicyRule[] => [
  // The operator patches finalizers only. It never writes a spec.
  rule(group, plurals(kinds), ['list', 'watch', 'patch']),
  rule(group, plurals(kinds, '/status'), ['patch']),
  rule('events.k8s.io', ['events'], ['create', 'patch']),
];

/** Rights on namespaces, which exist only for the whole cluster. Their labels decide about references, their annotations about pauses. */
export const clusterRules = (): PolicyRule[] => [rule('', ['namespaces'], ['get', 'list', 'watch'])];

/** Rights in served namespaces only: never for the cluster, and in the operator's own namespace only if that is served too. */
export const secretRules = (): PolicyRule[] => [
  rule('', ['secrets'], ['get', 'list', 'watch', 'create', 'patch', 'delete']),
];

/** ConfigMaps with the operator's tombstones. With so many, 10,000 tombstones leave each far below 1 MiB, and each write is small. */
export const tombstoneConfigMaps = Array.from({ length: 32 }, (_, index) => `doorwright-tombstones-${index}`);

/** Server-side apply names an object before it exists, so these names also limit `create`. */
export const tombstoneRules = (): PolicyRule[] => [
  { ...rule('', ['configmaps'], ['get', 'create', 'patch']), resourceNames: tombstoneConfigMaps },
];

export const operatorLease = 'doorwright-operator';

/** The lease for leader election. `create` cannot be limited to a name. */
export const leaseRules = (lease: string): PolicyRule[] => [
  rule('coordination.k8s.io', ['leases'], ['create']),
  { ...rule('coordination.k8s.io', ['leases'], ['get', 'update']), resourceNames: [lease] },
];

/** Rights of the Job that stops the operator and removes the finalizers before the chart is uninstalled. */
export const scaleRules = (deployment: string): PolicyRule[] => [
  { ...rule('apps', ['deployments/scale'], ['patch']), resourceNames: [deployment] },
];

/** Roles for people, bound directly or aggregated into the cluster's own roles. Only the operator may write a status. */
export const viewRules = (kinds: readonly DeclaredKind[]): PolicyRule[] => [
  rule(group, [...plurals(kinds), ...plurals(kinds, '/status')], ['get', 'list', 'watch']),
];

export const editRules = (kinds: readonly DeclaredKind[]): PolicyRule[] => [
  rule(group, plurals(kinds), ['create', 'update', 'patch', 'delete', 'deletecollection']),
];
