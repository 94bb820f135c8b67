import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { type FoundReference, referencesIn } from '@doorwright/crds/derive/spec-walk.ts';
import { type Kinds, referenceTo } from '../../runtime/kinds.ts';
import type { Store } from '../../runtime/store.ts';
import { apiName, type Declared } from '../core/resource.ts';
import { type Asked, askedBy, permits, type Referrer } from './consent.ts';
import { consented, isRightful } from './owners.ts';

/** How one reference came out. Missing and not permitted are the same, so that nobody can probe another namespace. */
export type Finding = 'Resolved' | 'NotFoundOrNotPermitted' | 'NotReady';

export interface ResolvedReference {
  /** Of the spec: `providers.providerRef`. */
  member: string;
  kind: string;
  namespace: string;
  name: string;
  isWeak: boolean;
  finding: Finding;
  /**
   * We may not refer to it. In another namespace what is not there counts as such, or a tenant could tell one from the other by
   * what becomes of his application; in our own it is only not there yet.
   */
  isDenied?: boolean;
  /** It is ready, but not for our organization. */
  isOutside?: boolean;
  /** What it would have to grant us. */
  asks: readonly Asked[];
  /** What the referent's object is called in the API; only where resolved. */
  object?: string;
}

const located = ({ reference, kind, ...rest }: FoundReference, object: Declared) => ({
  kind,
  namespace: reference.namespace ?? object.metadata.namespace,
  name: reference.name,
  isWeak: rest.weak === true,
  member: rest.path.filter((step) => typeof step === 'string').join('.'),
});

/** `Kind/namespace/name` of everything the spec refers to, in the runtime's own spelling. */
export const referenceKeys = (kind: DeclaredKind, object: Declared): string[] =>
  referencesIn(kind, object.spec).map((found) => referenceTo(located(found, object)));

interface World {
  kinds: Kinds;
  namespaces: Store;
}

/** A resource as others see it that it refers to. */
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
 * Whether one refers to the other, in earnest and with its leave. Who does agrees to be named in turn by a weak reference, as an
 * organization names an application of its own.
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
 * At whatever generation: an edit of an organization must not make its applications wait for a moment, nor for the end of an
 * outage in which the API cannot be told of the edit.
 */
export const isUsable = ({ status }: Declared): boolean =>
  status?.conditions?.some(
    ({ type, status: holds, reason }) =>
      type === 'Ready' && (holds === 'True' || (reason === 'BackendUnavailable' && status.externalId !== undefined)),
  ) ?? false;
