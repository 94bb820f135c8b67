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

/** What the operator does with the resources themselves, in each namespace that it serves. */
export const operatorRules = (kinds: readonly DeclaredKind[]): PolicyRule[] => [
  // patch is for finalizers: the operator never writes a spec.
  rule(group, plurals(kinds), ['list', 'watch', 'patch']),
  rule(group, plurals(kinds, '/status'), ['patch']),
  rule('events.k8s.io', ['events'], ['create', 'patch']),
];

/** What cannot be granted in a namespace: its labels decide who may refer to whom, its annotations what is paused. */
export const clusterRules = (): PolicyRule[] => [rule('', ['namespaces'], ['get', 'list', 'watch'])];

/** Granted in the namespaces that are served alone, never for the cluster, nor in the operator's own unless that is served too. */
export const secretRules = (): PolicyRule[] => [
  rule('', ['secrets'], ['get', 'list', 'watch', 'create', 'patch', 'delete']),
];

/**
 * Where the operator remembers what it still has to let go of in the api. As many as keep each far below 1 MiB with 10,000
 * tombstones, and each write small.
 */
export const tombstoneConfigMaps = Array.from({ length: 32 }, (_, index) => `doorwright-tombstones-${index}`);

/** An object that is applied has a name even before it is there, so `create` is limited to these names too. */
export const tombstoneRules = (): PolicyRule[] => [
  { ...rule('', ['configmaps'], ['get', 'create', 'patch']), resourceNames: tombstoneConfigMaps },
];

export const operatorLease = 'doorwright-operator';

/** The one lease by which replicas agree who works. An object that does not exist yet has no name to allow. */
export const leaseRules = (lease: string): PolicyRule[] => [
  rule('coordination.k8s.io', ['leases'], ['create']),
  { ...rule('coordination.k8s.io', ['leases'], ['get', 'update']), resourceNames: [lease] },
];

/** Before the chart is removed its operator is stopped, by a Job that then takes the finalizers off. */
export const scaleRules = (deployment: string): PolicyRule[] => [
  { ...rule('apps', ['deployments/scale'], ['patch']), resourceNames: [deployment] },
];

/** For people, whom an administrator binds to the role, or through the cluster's own roles. Nobody but the operator writes a status. */
export const viewRules = (kinds: readonly DeclaredKind[]): PolicyRule[] => [
  rule(group, [...plurals(kinds), ...plurals(kinds, '/status')], ['get', 'list', 'watch']),
];

export const editRules = (kinds: readonly DeclaredKind[]): PolicyRule[] => [
  rule(group, plurals(kinds), ['create', 'update', 'patch', 'delete', 'deletecollection']),
];
