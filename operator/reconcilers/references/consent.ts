import { type GrantedChoice, grantedBy } from '@doorwright/crds/derive/granted.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { AllowedReferrer, LabelSelector } from '../core/resource.ts';

export interface Referrer {
  /** Absent: whichever. */
  kind?: string;
  namespace: string;
  /** Of its namespace. */
  labels: Readonly<Record<string, string>>;
  asks?: readonly Asked[];
}

/** A choice of the referrer's spec that another namespace must grant. */
export interface Asked extends GrantedChoice {
  chosen: unknown;
}

/** What a resource asks of the one that a reference names. Everybody has the narrowest choice. */
export const askedBy = (kind: DeclaredKind, spec: Readonly<Record<string, unknown>>, reference: string): Asked[] =>
  grantedBy(kind, reference)
    .map((granted) => ({ ...granted, chosen: spec[granted.member] }))
    .filter(({ chosen, choices }) => chosen !== undefined && chosen !== choices[0]);

/** The same in words, after those that name the referrer. */
export const askedText = (asks: readonly Asked[]): string =>
  asks.map(({ member, chosen }, index) => `${index === 0 ? ' with' : ' and'} ${member} ${chosen}`).join('');

/** Without a word the narrowest choice is granted. */
const grants = (entry: AllowedReferrer, { member, chosen, choices }: Asked): boolean =>
  choices.indexOf(chosen) <= Math.max(0, choices.indexOf(entry[member]));

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
    if (!isSame && referrer.asks?.some((asked) => !grants(entry, asked))) return false;
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
