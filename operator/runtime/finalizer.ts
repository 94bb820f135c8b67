import type { KubernetesObject } from './kubernetes-object.ts';

/** The finalizers an object should have instead of those it has; undefined if there is nothing to change. */
export function addingFinalizer({ metadata }: KubernetesObject, finalizer: string): string[] | undefined {
  const present = metadata.finalizers ?? [];
  // A deleting object accepts no new finalizer: the API server refuses it as forbidden.
  if (present.includes(finalizer) || metadata.deletionTimestamp) return undefined;
  return [...present, finalizer];
}

export function removingFinalizer({ metadata }: KubernetesObject, finalizer: string): string[] | undefined {
  const present = metadata.finalizers ?? [];
  return present.includes(finalizer) ? present.filter((name) => name !== finalizer) : undefined;
}

/**
 * Finalizers are a plain list under a merge patch: without the version, two writers would erase each other's entry.
 * With it the second gets a conflict and looks again.
 */
export function finalizerPatch({ metadata }: KubernetesObject, finalizers: readonly string[]) {
  return { metadata: { uid: metadata.uid, resourceVersion: metadata.resourceVersion, finalizers } };
}
