import { group, version } from '@doorwright/crds/derive/custom-resource.ts';
import type { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { CommonStatus } from '@doorwright/crds/derive/status.ts';
import type { KubernetesObject } from '../../runtime/kubernetes-object.ts';
import type { Resource } from '../../runtime/resource.ts';

/** The members of every kind's spec. */
export interface Spec {
  name?: string;
  managementPolicy?: 'Manage' | 'Observe';
  deletionPolicy?: Parameters<typeof effectiveDeletionPolicy>[1]['deletionPolicy'];
  adoptionPolicy?: 'Fail' | 'IfIdentical' | 'Adopt';
  deletionProtection?: boolean;
  allowedReferrers?: AllowedReferrer[];
}

export interface AllowedReferrer {
  kinds: readonly string[];
  namespaces: { from: 'Same' | 'Selector' | 'All'; selector?: LabelSelector };
  /** The widest choices of referrers in other namespaces. */
  [granted: string]: unknown;
}

export interface LabelSelector {
  matchLabels?: Record<string, string>;
  matchExpressions?: readonly {
    key: string;
    operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    values?: readonly string[];
  }[];
}

/** One of our custom resources. */
export interface Declared extends KubernetesObject {
  metadata: KubernetesObject['metadata'] & { uid: string; namespace: string; generation: number };
  spec: Spec & Record<string, unknown>;
  status?: CommonStatus & Record<string, unknown>;
}

export const finalizer = 'doorwright.dev/api-object';

export const resourceOf = (kind: DeclaredKind): Resource => ({
  group,
  version,
  kind: kind.kind,
  plural: kind.plural,
  namespaced: true,
});

export const apiName = ({ metadata, spec }: Declared): string => spec.name ?? metadata.name;

export const isObserved = ({ spec }: Declared): boolean => spec.managementPolicy === 'Observe';

/** The API server sets this default. Manifests in a folder may lack it. */
export const adoptionOf = ({ spec }: Declared) => spec.adoptionPolicy ?? 'Fail';
/** The policies that the API stores with the object. */
export const policiesOf = (kind: DeclaredKind, object: Declared) => ({
  adoption: adoptionOf(object),
  deletion: object.spec.deletionPolicy ?? ('' as const),
  isProtected: isProtected(kind, object),
});

export const isProtected = ({ declared }: DeclaredKind, { spec }: Declared): boolean =>
  spec.deletionProtection ?? declared.deletionProtection ?? false;
