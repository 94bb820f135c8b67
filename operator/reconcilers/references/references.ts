import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { type FoundReference, referencesIn } from '@doorwright/crds/derive/spec-walk.ts';
import { type Kinds, referenceTo } from '../../runtime/kinds.ts';
import type { Store } from '../../runtime/store.ts';
import { apiName, type Declared } from '../core/resource.ts';
import { type Asked, askedBy, permits, type Referrer } from './consent.ts';
import { consented, isRightful } from './owners.ts';

/** The result of a reference. Missing and forbidden have one name, so that nobody can probe another namespace. */
export type Finding = 'Resolved' | 'NotFoundOrNotPermitted' | 'NotReady';

export interface ResolvedReference {
  /** The member of the spec, such as `providers.providerRef`. */
  member: string;
  kind: string;
  namespace: string;
  name: string;
  isWeak: boolean;
  finding: Finding;
  /**
   * The reference is forbidden. A missing resource of another namespace counts as forbidden, so that a tenant cannot tell the two
   * apart. A missing resource of the own namespace is only missing.
   */
  isDenied?: boolean;
  /** The resource is ready, but does not serve the organization. */
  isOutside?: boolean;
  /** The choices that it must grant. */
  asks: readonly Asked[];
  /** The name of the object in the API, if resolved. */
  object?: string;
}

const located = ({ reference, kind, ...rest }: FoundReference, object: Declared) => ({
  kind,
  namespace: reference.namespace ?? object.metadata.namespace,
  name: reference.name,
  isWeak: rest.weak === true,
  member: rest.path.filter((step) => typeof step === 'string').join('.'),
});

/** `Kind/namespace/name` of each reference, as the runtime writes it. */
export const referenceKeys = (kind: DeclaredKind, object: Declared): string[] =>
  referencesIn(kind, object.spec).map((found) => referenceTo(located(found, object)));

interface World {
  kinds: Kinds;
  namespaces: Store;
}

/** A resource as its referents see it. */
export function referrerOf(
  { kind, metadata: { namespace } }: Declared,
  { namespaces }: Pick<World, 'namespaces'>,
): Referrer {
  const labels = namespaces.get({ namespace: '', name: namespace })?.metadata.labels ?? {};
  return { kind, namespace, labels };
}

export function resolveReferences(kind: DeclaredKind, object: Declared, world: World): ResolvedReference[] {
  const from = referrerOf(object, world);
  return referencesIn(kind, object.spec).map((found) => {
    const asks = askedBy(kind, object.spec, String(found.path[0]));
    const referrer = { ...from, asks };
    const at = { ...located(found, object), asks };
    const referent = world.kinds.get(at) as Declared | undefined;
    const isElsewhere = at.namespace !== referrer.namespace;
    if (!referent) return { ...at, finding: 'NotFoundOrNotPermitted', isDenied: isElsewhere && !at.isWeak };
    const { allowedReferrers } = referent.spec;
    const isPermitted =
      (permits({ namespace: at.namespace, allowedReferrers }, referrer) ||
        (at.isWeak && refersTo(referent, object, world))) &&
      consented(referent, referrer, world.kinds);
    if (!isPermitted) return { ...at, finding: 'NotFoundOrNotPermitted', isDenied: !at.isWeak };
    return isUsable(referent) && isRightful(referent, world.kinds)
      ? { ...at, finding: 'Resolved', object: apiName(referent) }
      : { ...at, finding: 'NotReady' };
  });
}

/**
 * Whether one resource has a permitted strong reference to the other. By this it also permits a weak reference back, as from an
 * organization to its default application.
 */
export function refersTo(one: Declared, other: Declared, world: World): boolean {
  const { kind } = world.kinds.of(one.kind).reconciler as { kind?: DeclaredKind };
  const { namespace, name } = other.metadata;
  return (kind ? resolveReferences(kind, one, world) : []).some(
    (to) =>
      !to.isWeak &&
      to.finding !== 'NotFoundOrNotPermitted' &&
      to.kind === other.kind &&
      to.namespace === namespace &&
      to.name === name,
  );
}

/**
 * Any generation counts, so that an edit of an organization does not stop its applications, not even during an outage of the API.
 */
export const isUsable = ({ status }: Declared): boolean =>
  status?.conditions?.some(
    ({ type, status: holds, reason }) =>
      type === 'Ready' && (holds === 'True' || (reason === 'BackendUnavailable' && status.externalId !== undefined)),
  ) ?? false;
