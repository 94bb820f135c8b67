import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { Kinds } from '../../runtime/kinds.ts';
import type { Reconciler } from '../../runtime/reconciler.ts';
import { idOf, memoryKey } from '../core/api-id.ts';
import { isPlatform, type NamespaceRights } from '../core/namespace-rights.ts';
import { originOf } from '../core/origin.ts';
import { type Declared, isObserved } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { permits, type Referrer } from './consent.ts';

const turnedAway = new Set(['NameConflict', 'AdoptionRefused']);

/** What other resources ask of the reconciler of a kind. */
export interface Rightful {
  /**
   * Whether a resource may represent its object. A tenant's resource represents only objects of its namespace, of kinds that tenants
   * may declare.
   */
  isRightful(object: Declared): boolean;
}

export const isRightful = (object: Declared, kinds: Kinds): boolean =>
  (kinds.of(object.kind).reconciler as Reconciler & Rightful).isRightful(object);

/** Whether the resource created or adopted its object. A refused resource decides nothing. */
export const isRuling = ({ status }: Declared): boolean =>
  status?.specHash !== undefined &&
  !status.conditions?.some(({ type, reason }) => type === 'Stalled' && turnedAway.has(reason));

const ruling = (resources: readonly Declared[], kinds: Kinds): Declared[] =>
  resources.filter((each) => !isObserved(each) && isRuling(each) && isRightful(each, kinds));

/** The other resources for the same object. An object of another organization may have the same ID. */
function rivalsOf(object: Declared, kinds: Kinds): Declared[] {
  const { kind } = kinds.of(object.kind).reconciler as Reconciler & { kind: DeclaredKind };
  const keyOf = (each: Declared) => memoryKey(idOf({ kind }, each, { controller: { kinds } }));
  return (kinds.rivals(object) as Declared[]).filter((rival) => keyOf(rival) === keyOf(object));
}

/** The other resources that rule the same object. */
export const rulersOf = (object: Declared, kinds: Kinds): Declared[] => ruling(rivalsOf(object, kinds), kinds);

/** The resources that rule an object of the API. */
export const rulersOfClaim = (claim: string, kinds: Kinds): Declared[] =>
  ruling(kinds.claimants(claim) as Declared[], kinds);

/** The platform comes first, so a quick tenant cannot take a name that the platform declares too. */
const rank = ({ metadata: { creationTimestamp = '', namespace, uid } }: Declared, rights: NamespaceRights) =>
  `${isPlatform(rights, namespace) ? 0 : 1} ${creationTimestamp} ${uid}`;

/**
 * The other resource that rules the object or should rule it. While no resource rules it, the platform comes before tenants, and
 * older resources before newer ones. The result does not depend on the order of passes.
 */
export function keeperBefore(object: Declared, kinds: Kinds, rights: NamespaceRights): Declared | undefined {
  if (isObserved(object) || isRuling(object)) return undefined;
  const rivals = rivalsOf(object, kinds).filter(
    (rival) => !isObserved(rival) && !rival.metadata.deletionTimestamp && isRightful(rival, kinds),
  );
  const isStalled = ({ status }: Declared) => status?.conditions?.some(({ type }) => type === 'Stalled') ?? false;
  const of = (one: Declared) => rank(one, rights);
  const before = rivals.filter((rival) => !isStalled(rival) && of(rival) < of(object));
  return rivals.find(isRuling) ?? before.sort((a, b) => (of(a) < of(b) ? -1 : 1))[0];
}

const permitsReferrer = (
  { metadata: { namespace }, spec: { allowedReferrers } }: Declared,
  referrer: Referrer,
): boolean => permits({ namespace, allowedReferrers }, referrer);

/** A reference to an observing resource also needs the consent of the ruling one. */
export const consented = (referent: Declared, referrer: Referrer, kinds: Kinds): boolean =>
  !isObserved(referent) || rulersOf(referent, kinds).every((ruler) => permitsReferrer(ruler, referrer));

/**
 * Whether a resource permits a namespace to observe its object, with any kind. A tenant observes only objects of its own
 * namespace.
 */
export const isOpenTo = (owner: Declared, { namespace, labels }: Referrer, rights: NamespaceRights): boolean =>
  owner.metadata.namespace === namespace ||
  (isPlatform(rights, namespace) && permitsReferrer(owner, { namespace, labels }));

/** Whether a resource may observe the object. The ruling resource decides. */
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
  // Nobody can tell the consent of an unknown resource.
  const owner = kinds.get({ kind: object.kind, namespace: origin.namespace, name: origin.name }) as
    | Declared
    | undefined;
  return owner?.metadata.uid === origin.uid && isOpenTo(owner, by, rights);
}

/** Whether the cluster still agrees with the owner that was read. Resources appear and disappear without a change in the API. */
export function isOwnerAsRead({ origin }: ObjectState, object: Declared, kinds: Kinds): boolean {
  const rulers = rulersOf(object, kinds);
  if (rulers.length > 0) return rulers.some(({ metadata }) => metadata.uid === origin?.uid);
  return !origin || kinds.of(object.kind).store.byIndex('uid', origin.uid).length > 0;
}
