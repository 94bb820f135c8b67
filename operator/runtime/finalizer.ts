import type { KubernetesObject } from './kubernetes-object.ts';

/** The new list of finalizers; undefined if nothing changes. */
export function addingFinalizer({ metadata }: KubernetesObject, finalizer: string): string[] | undefined {
  const present = metadata.finalizers ?? [];
  // The API server refuses new finalizers on a deleting object.
  if (present.includes(finalizer) || metadata.deletionTimestamp) return undefined;
  return [...present, finalizer];
}

export function removingFinalizer({ metadata }: KubernetesObject, finalizer: string): string[] | undefined {
  const present = metadata.finalizers ?? [];
  return present.includes(finalizer) ? present.filter((name) => name !== finalizer) : undefined;
}

/**
 * Finalizers are one list in a merge patch. Without the version, two writers would remove each other's entry; with it, the second
 * gets a conflict.
 */
export function finalizerPatch({ metadata }: KubernetesObject, finalizers: readonly string[]) {
  return { metadata: { uid: metadata.uid, resourceVersion: metadata.resourceVersion, finalizers } };
}
