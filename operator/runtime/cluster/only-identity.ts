import type { KubernetesObject, ObjectMeta } from '../kubernetes-object.ts';

/** Of labels and annotations that we write, and of the API group of our kinds. */
const ownPrefix = 'doorwright.dev/';

/**
 * What dependents are found by, and how old it is. A namespace may hold ten thousand Secrets that are none of our business: of
 * those we know the name and the version, so that one is found as soon as somebody refers to it.
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

/** The members that are ours of each of these. */
function own(all: Record<string, Record<string, string> | undefined>): Pick<ObjectMeta, 'labels' | 'annotations'> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([member, pairs = {}]) => {
      const kept = Object.entries(pairs).filter(([key]) => key.startsWith(ownPrefix));
      return kept.length > 0 ? [[member, Object.fromEntries(kept)]] : [];
    }),
  );
}
