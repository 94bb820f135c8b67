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

/** What every object of every kind has; a reconciler narrows `spec` and `status` to its own. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: unknown;
  status?: unknown;
}

/** `data` stays base64 as on the wire: decoding happens where a value is used, so that fewer copies exist. */
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

/** Half the bytes of a typical object that nobody here reads; last-applied may even repeat a Secret's data. */
export function withoutBookkeeping<T extends KubernetesObject>(object: T): T {
  // Made anew: after a `delete` an object would take four times its room.
  const { managedFields: _, ...metadata } = object.metadata as ObjectMeta & { managedFields?: unknown };
  const { annotations } = metadata;
  if (annotations?.[lastApplied] !== undefined)
    metadata.annotations = Object.fromEntries(Object.entries(annotations).filter(([key]) => key !== lastApplied));
  object.metadata = metadata;
  return object;
}
