import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from './kubernetes-object.ts';
import { statusOf } from './status.ts';

/** A person, or a controller acting for one, wants something else. Our own status and finalizers coming back are not that. */
export function isUserChange(before: KubernetesObject, after: KubernetesObject): boolean {
  const [a, b] = [before.metadata, after.metadata];
  return (
    a.uid !== b.uid ||
    a.generation !== b.generation ||
    a.deletionTimestamp !== b.deletionTimestamp ||
    !isDeepStrictEqual(a.annotations, b.annotations) ||
    !isDeepStrictEqual(a.labels, b.labels)
  );
}

/** Something that those who refer to the object may have waited for. */
export function concernsOthers(before: KubernetesObject, after: KubernetesObject): boolean {
  return isUserChange(before, after) || !isDeepStrictEqual(readiness(before), readiness(after));
}

/** Ready at which generation, under which id: all that a referrer reads of another's status. */
function readiness(object: KubernetesObject): unknown {
  const { observedGeneration, conditions = [], externalId } = statusOf(object);
  return [observedGeneration, externalId, conditions.find(({ type }) => type === 'Ready')?.status];
}

export function isReady(object: KubernetesObject): boolean {
  const { observedGeneration, conditions = [] } = statusOf(object);
  const ready = conditions.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' && observedGeneration === object.metadata.generation;
}
