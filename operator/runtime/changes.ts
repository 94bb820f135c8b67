import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from './kubernetes-object.ts';
import { statusOf } from './status.ts';

/** Whether a person, or a controller for them, changed the object. The operator's own status and finalizers do not count. */
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

/** Whether referrers of the object may have waited for the change. */
export function concernsOthers(before: KubernetesObject, after: KubernetesObject): boolean {
  return isUserChange(before, after) || !isDeepStrictEqual(readiness(before), readiness(after));
}

/** The parts of a status that referrers read. */
function readiness(object: KubernetesObject): unknown {
  const { observedGeneration, conditions = [], externalId } = statusOf(object);
  return [observedGeneration, externalId, conditions.find(({ type }) => type === 'Ready')?.status];
}

export function isReady(object: KubernetesObject): boolean {
  const { observedGeneration, conditions = [] } = statusOf(object);
  const ready = conditions.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' && observedGeneration === object.metadata.generation;
}
