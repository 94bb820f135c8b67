import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { AllowedReferrer, LabelSelector } from '../resource.ts';

export interface Referrer {
  /** Absent: whichever. */
  kind?: string;
  namespace: string;
  /** Of its namespace. */
  labels: Readonly<Record<string, string>>;
  asks?: Asked | undefined;
}

/** A choice of the referrer's spec that another namespace must grant. */
export interface Asked {
  member: string;
  chosen: string;
  /** From the narrowest on. */
  choices: readonly string[];
}

/** What a resource asks of the one that a reference names, if it asks for anything. */
export function askedBy(
  kind: DeclaredKind,
  spec: Readonly<Record<string, unknown>>,
  reference: string,
): Asked | undefined {
  const member = kind.declared.granted?.[reference];
  const chosen = member && spec[member];
  if (!member || typeof chosen !== 'string') return undefined;
  return { member, chosen, choices: fieldsOf(kind).find(({ name }) => name === member)?.schema.enum ?? [] };
}

/** Without a word the narrowest choice is granted. */
const grants = (entry: AllowedReferrer, { member, chosen, choices }: Asked): boolean =>
  choices.indexOf(chosen) <= Math.max(0, choices.indexOf(String(entry[member])));

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
  return referent.allowedReferrers.some((entry) => {
    const { kinds, namespaces } = entry;
    const { from, selector } = namespaces;
    if (referrer.kind !== undefined && !kinds.includes(referrer.kind)) return false;
    if (from === 'Same') return isSame;
    // Its own namespace holds all rights over it anyway.
    if (!isSame && referrer.asks && !grants(entry, referrer.asks)) return false;
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
