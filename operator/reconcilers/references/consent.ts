import type { AllowedReferrer, LabelSelector } from '../resource.ts';

export interface Referrer {
  /** Absent: whichever. */
  kind?: string;
  namespace: string;
  /** Of its namespace. */
  labels: Readonly<Record<string, string>>;
}

/**
 * Whether a resource lets another refer to it. Without a list, its own namespace may; with one, only who is on it, and a
 * namespace of the same name is no exception: the list says Same where that is meant.
 */
export function permits(
  referent: { namespace: string; allowedReferrers?: readonly AllowedReferrer[] | undefined },
  referrer: Referrer,
): boolean {
  const isSame = referent.namespace === referrer.namespace;
  if (!referent.allowedReferrers) return isSame;
  return referent.allowedReferrers.some(({ kinds, namespaces: { from, selector } }) => {
    if (referrer.kind !== undefined && !kinds.includes(referrer.kind)) return false;
    if (from === 'Same') return isSame;
    return from === 'All' || (selector !== undefined && selects(selector, referrer.labels));
  });
}

/** As Kubernetes reads label selectors: all must hold, and NotIn holds where the label is missing. */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'DoesNotExist') return value === undefined;
      const isListed = value !== undefined && values.includes(value);
      return operator === 'In' ? isListed : !isListed;
    })
  );
}
