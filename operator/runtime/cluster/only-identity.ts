import type { KubernetesObject, ObjectMeta } from '../kubernetes-object.ts';

/** The prefix of our labels and annotations, and our API group. */
const ownPrefix = 'doorwright.dev/';

/**
 * Keeps the name, version and age of Secrets, and our own labels. A namespace may have ten thousand foreign Secrets, which must be
 * found when somebody refers to them.
 */
export function onlyIdentity<T extends KubernetesObject>({ apiVersion, kind, metadata }: T): T {
  const { name, namespace, resourceVersion, creationTimestamp, labels, annotations, ownerReferences = [] } = metadata;
  const owners = ownerReferences.filter((owner) => owner.apiVersion.startsWith(ownPrefix));
  const ours = { ...(owners.length > 0 && { ownerReferences: owners }), ...own({ labels, annotations }) };
  const isOurs = Object.keys(ours).length > 0;
  return {
    apiVersion,
    kind,
    metadata: { name, namespace, resourceVersion, ...(isOurs && { creationTimestamp, ...ours }) },
  } as T;
}

/** Members with our prefix. */
function own(all: Record<string, Record<string, string> | undefined>): Pick<ObjectMeta, 'labels' | 'annotations'> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([member, pairs = {}]) => {
      const kept = Object.entries(pairs).filter(([key]) => key.startsWith(ownPrefix));
      return kept.length > 0 ? [[member, Object.fromEntries(kept)]] : [];
    }),
  );
}
