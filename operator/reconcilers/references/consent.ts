import { type GrantedChoice, grantedBy } from '@doorwright/crds/derive/granted.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { AllowedReferrer, LabelSelector } from '../core/resource.ts';

export interface Referrer {
  /** Absent means any kind. */
  kind?: string;
  namespace: string;
  /** The labels of the namespace. */
  labels: Readonly<Record<string, string>>;
  asks?: readonly Asked[];
}

/** A choice in the referrer's spec that the other namespace must grant. */
export interface Asked extends GrantedChoice {
  chosen: unknown;
}

/** The choices that a reference needs. Everybody has the narrowest ones. */
export const askedBy = (kind: DeclaredKind, spec: Readonly<Record<string, unknown>>, reference: string): Asked[] =>
  grantedBy(kind, reference)
    .map((granted) => ({ ...granted, chosen: spec[granted.member] }))
    .filter(({ chosen, choices }) => chosen !== undefined && chosen !== choices[0]);

/** The same as text, to follow the name of the referrer. */
export const askedText = (asks: readonly Asked[]): string =>
  asks.map(({ member, chosen }, index) => `${index === 0 ? ' with' : ' and'} ${member} ${chosen}`).join('');

/** An entry without the choice grants the narrowest one. */
const grants = (entry: AllowedReferrer, { member, chosen, choices }: Asked): boolean =>
  choices.indexOf(chosen) <= Math.max(0, choices.indexOf(entry[member]));

/**
 * Whether a resource permits a reference. Without a list, it permits its own namespace. With a list, it permits the listed
 * namespaces only, and its own one needs an entry with Same.
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
    // The namespace of a resource holds all rights over it anyway.
    if (!isSame && referrer.asks?.some((asked) => !grants(entry, asked))) return false;
    return from === 'All' || (selector !== undefined && selects(selector, referrer.labels));
  });
}

/** Follows Kubernetes: all requirements must hold, and NotIn holds if the label is missing. */
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
