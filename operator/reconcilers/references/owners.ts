import type { ObjectState } from '../../api/declared-api.ts';
import type { Kinds } from '../../runtime/kinds.ts';
import type { Reconciler } from '../../runtime/reconciler.ts';
import { isPlatform, type NamespaceRights } from '../core/namespace-rights.ts';
import { originOf } from '../core/origin.ts';
import { type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { permits, type Referrer } from './consent.ts';

const turnedAway = new Set(['NameConflict', 'AdoptionRefused']);

/** What rivals and those who refer to a resource ask of the reconciler of its kind. */
export interface Rightful {
  /** Whether a resource may stand for its object: a tenant's makes one of a kind that tenants make, or looks at one of its own. */
  isRightful(object: Declared): boolean;
}

export const isRightful = (object: Declared, kinds: Kinds): boolean =>
  (kinds.of(object.kind).reconciler as Reconciler & Rightful).isRightful(object);

/** It has made or taken over its object: one that would and may not decides nothing. */
export const isRuling = ({ status }: Declared): boolean =>
  status?.specHash !== undefined &&
  !status.conditions?.some(({ type, reason }) => type === 'Stalled' && turnedAway.has(reason));

const ruling = (resources: readonly Declared[], kinds: Kinds): Declared[] =>
  resources.filter((each) => !isObserved(each) && isRuling(each) && isRightful(each, kinds));

/** The resources that rule the object which this one stands for as well. */
export const rulersOf = (object: Declared, kinds: Kinds): Declared[] =>
  ruling(kinds.rivals(object) as Declared[], kinds);

/** The resources that rule an object of the API. */
export const rulersOfClaim = (claim: string, kinds: Kinds): Declared[] =>
  ruling(kinds.claimants(claim) as Declared[], kinds);

/** A tenant that is quick takes no name that the platform declares as well. */
const rank = ({ metadata: { creationTimestamp = '', namespace, uid } }: Declared, rights: NamespaceRights) =>
  `${isPlatform(rights, namespace) ? 0 : 1} ${creationTimestamp} ${uid}`;

/**
 * The other resource that is to rule the object: the one that has it, and while none has, the platform's before a tenant's and then
 * the oldest of those that may get it. So the same one keeps it after a restart, an outage or a lost database, in whichever order
 * they are looked at.
 */
export function keeperBefore(object: Declared, kinds: Kinds, rights: NamespaceRights): Declared | undefined {
  if (isObserved(object) || isRuling(object)) return undefined;
  const rivals = (kinds.rivals(object) as Declared[]).filter(
    (rival) => !isObserved(rival) && !rival.metadata.deletionTimestamp && isRightful(rival, kinds),
  );
  const isStalled = ({ status }: Declared) => status?.conditions?.some(({ type }) => type === 'Stalled') ?? false;
  const of = (one: Declared) => rank(one, rights);
  const before = rivals.filter((rival) => !isStalled(rival) && of(rival) < of(object));
  return rivals.find(isRuling) ?? before.sort((a, b) => (of(a) < of(b) ? -1 : 1))[0];
}

const lets = ({ metadata: { namespace }, spec: { allowedReferrers } }: Declared, referrer: Referrer): boolean =>
  permits({ namespace, allowedReferrers }, referrer);

/**
 * Looking at another's object is no way around its consent: who refers to it by way of a resource that observes it needs the leave
 * of the one that rules it, too.
 */
export const consented = (referent: Declared, referrer: Referrer, kinds: Kinds): boolean =>
  !isObserved(referent) || rulersOf(referent, kinds).every((ruler) => lets(ruler, referrer));

/** Whether a resource lets others of a namespace look at its object, whichever kinds it names. A tenant looks at its own alone. */
export const isOpenTo = (owner: Declared, { namespace, labels }: Referrer, rights: NamespaceRights): boolean =>
  owner.metadata.namespace === namespace || (isPlatform(rights, namespace) && lets(owner, { namespace, labels }));

/** Whether a resource may look at the object: the one that rules it says so for its namespace. */
export async function mayObserve(
  services: Services,
  { origin }: ObjectState,
  object: Declared,
  by: Referrer,
): Promise<boolean> {
  const { rights } = services;
  const { kinds } = services.controller;
  const rulers = rulersOf(object, kinds);
  if (!rulers.every((ruler) => isOpenTo(ruler, by, rights))) return false;
  if (origin?.cluster !== (await originOf(object, services.source)).cluster)
    return rulers.length > 0 || isPlatform(rights, by.namespace);
  // Of a resource that we do not know nobody can say whom it lets.
  const owner = kinds.get({ kind: object.kind, namespace: origin.namespace, name: origin.name }) as
    | Declared
    | undefined;
  return owner?.metadata.uid === origin.uid && isOpenTo(owner, by, rights);
}

/** Whether what was read of the object's owner is what the cluster says by now: resources come and go without a change there. */
export function isOwnerAsRead({ origin }: ObjectState, object: Declared, kinds: Kinds): boolean {
  const rulers = rulersOf(object, kinds);
  if (rulers.length > 0) return rulers.some(({ metadata }) => metadata.uid === origin?.uid);
  return !origin || kinds.of(object.kind).store.byIndex('uid', origin.uid).length > 0;
}
