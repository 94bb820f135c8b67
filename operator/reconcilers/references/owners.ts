import type { Told } from '../../declared-api.ts';
import type { Kinds } from '../../runtime/kinds.ts';
import { originOf } from '../origin.ts';
import { type Declared, isObserved } from '../resource.ts';
import type { Services } from '../services.ts';
import { permits, type Referrer } from './consent.ts';

const turnedAway = new Set(['NameConflict', 'AdoptionRefused']);

/** It has made or taken over its object: one that would and may not decides nothing. */
const isRuling = ({ status }: Declared): boolean =>
  status?.specHash !== undefined &&
  !status.conditions?.some(({ type, reason }) => type === 'Stalled' && turnedAway.has(reason));

/** The resources that rule the object which this one stands for as well. */
export const rulersOf = (object: Declared, kinds: Kinds): Declared[] =>
  (kinds.rivals(object) as Declared[]).filter((rival) => !isObserved(rival) && isRuling(rival));

const age = ({ metadata: { creationTimestamp = '', uid } }: Declared) => `${creationTimestamp} ${uid}`;

/**
 * The other resource that is to rule the object: whoever has it, and while nobody has, the oldest of those that may get it. So the
 * same one keeps it after a restart, an outage or a lost database, in whichever order they are looked at.
 */
export function keeperBefore(object: Declared, kinds: Kinds): Declared | undefined {
  if (isObserved(object) || isRuling(object)) return undefined;
  const rivals = (kinds.rivals(object) as Declared[]).filter(
    (rival) => !isObserved(rival) && !rival.metadata.deletionTimestamp,
  );
  const isStalled = ({ status }: Declared) => status?.conditions?.some(({ type }) => type === 'Stalled') ?? false;
  const older = rivals.filter((rival) => !isStalled(rival) && age(rival) < age(object));
  return rivals.find(isRuling) ?? older.sort((a, b) => (age(a) < age(b) ? -1 : 1))[0];
}

const lets = ({ metadata: { namespace }, spec: { allowedReferrers } }: Declared, referrer: Referrer): boolean =>
  permits({ namespace, allowedReferrers }, referrer);

/**
 * Looking at another's object is no way around its consent: who refers to it by way of a resource that observes it needs the leave
 * of the one that rules it, too.
 */
export const consented = (referent: Declared, referrer: Referrer, kinds: Kinds): boolean =>
  !isObserved(referent) || rulersOf(referent, kinds).every((ruler) => lets(ruler, referrer));

/** Objects that no resource of this cluster declares are anybody's to look at and take over, or certain namespaces' alone. */
export const mayTakeOver = ({ platformNamespaces }: Pick<Services, 'platformNamespaces'>, namespace: string): boolean =>
  platformNamespaces.length === 0 || platformNamespaces.includes(namespace);

/** Whether a resource lets others of a namespace look at its object, whichever kinds it names. */
export const isOpenTo = (owner: Declared, { namespace, labels }: Referrer): boolean =>
  owner.metadata.namespace === namespace || lets(owner, { namespace, labels });

/** Whether a resource may look at the object: whoever rules it says so for its namespace. */
export async function mayObserve(
  services: Services,
  { origin }: Told,
  object: Declared,
  by: Referrer,
): Promise<boolean> {
  const { kinds } = services.controller;
  const rulers = rulersOf(object, kinds);
  if (!rulers.every((ruler) => isOpenTo(ruler, by))) return false;
  if (origin?.cluster !== (await originOf(object, services.source)).cluster)
    return rulers.length > 0 || mayTakeOver(services, by.namespace);
  // Of a resource that we do not know nobody can say whom it lets.
  const owner = kinds.get({ kind: object.kind, namespace: origin.namespace, name: origin.name }) as
    | Declared
    | undefined;
  return owner?.metadata.uid === origin.uid && isOpenTo(owner, by);
}

/** Whether what was read of the object's owner is what the cluster says by now: resources come and go without a change there. */
export function isOwnerAsRead({ origin }: Told, object: Declared, kinds: Kinds): boolean {
  const rulers = rulersOf(object, kinds);
  if (rulers.length > 0) return rulers.some(({ metadata }) => metadata.uid === origin?.uid);
  return !origin || kinds.of(object.kind).store.byIndex('uid', origin.uid).length > 0;
}
