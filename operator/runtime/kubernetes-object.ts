export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export interface ObjectMeta {
  name: string;
  /** Empty for a cluster-scoped object. */
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  finalizers?: string[];
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
}

/** The members of every object. Reconcilers narrow `spec` and `status`. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: unknown;
  status?: unknown;
}

/** `data` stays in base64, so that fewer copies of secrets exist. */
export interface Secret extends KubernetesObject {
  type?: string;
  data?: Record<string, string>;
}

export interface ObjectName {
  namespace: string;
  name: string;
}

export function nameOf(object: KubernetesObject): ObjectName {
  return { namespace: object.metadata.namespace ?? '', name: object.metadata.name };
}

/** The key of a store of one kind. */
export function storeKey({ namespace, name }: ObjectName): string {
  return `${namespace}/${name}`;
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/** Removes bookkeeping, half of a typical object. last-applied may even contain a Secret's data. */
export function withoutBookkeeping<T extends KubernetesObject>(object: T): T {
  // A copy, because an object takes four times the memory after a `delete`.
  const { managedFields: _, ...metadata } = object.metadata as ObjectMeta & { managedFields?: unknown };
  const { annotations } = metadata;
  if (annotations?.[lastApplied] !== undefined)
    metadata.annotations = Object.fromEntries(Object.entries(annotations).filter(([key]) => key !== lastApplied));
  object.metadata = metadata;
  return object;
}
