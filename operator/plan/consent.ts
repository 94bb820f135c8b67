import { isDeepStrictEqual } from 'node:util';
import type { ObjectState } from '../api/declared-objects.ts';
import { isPlatform, type NamespaceRights } from '../reconcilers/core/namespace-rights.ts';
import { isObserved } from '../reconcilers/core/resource.ts';
import { permits, type Referrer } from '../reconcilers/references/consent.ts';
import { isOpenTo } from '../reconcilers/references/owners.ts';
import { plannedId } from './planned-id.ts';
import type { Manifests, Written } from './read-manifests.ts';

export const referrerOf = ({ resource: { kind, metadata } }: Written, { labelsOf }: Manifests): Referrer => ({
  kind,
  namespace: metadata.namespace,
  labels: labelsOf(metadata.namespace),
});

/** Other manifests that declare the same object. */
const rulersOf = (one: Written, manifests: Manifests) =>
  manifests.written.filter(
    (other) =>
      other.kind === one.kind &&
      other.resource !== one.resource &&
      !isObserved(other.resource) &&
      isDeepStrictEqual(plannedId(other, manifests), plannedId(one, manifests)),
  );

/** Whether a resource of the folder permits a reference. If it only observes, the declaring resource must permit it too. */
export function consents(target: Written, referrer: Referrer, manifests: Manifests): boolean {
  const involved = isObserved(target.resource) ? [target, ...rulersOf(target, manifests)] : [target];
  return involved.every(({ resource: { metadata, spec } }) =>
    permits({ namespace: metadata.namespace, allowedReferrers: spec.allowedReferrers }, referrer),
  );
}

/**
 * Whether the operator would permit a resource to observe its object (see references/owners.ts). If only a resource that is in no
 * file could answer, a note says so.
 */
export function observing(
  written: Written,
  state: ObjectState | undefined,
  manifests: Manifests,
  rights: NamespaceRights,
): { isLet: boolean; notes: string[] } {
  const by = referrerOf(written, manifests);
  const rulers = rulersOf(written, manifests);
  if (rulers.length > 0) {
    const notes = state ? [] : ['Its object is made by these manifests'];
    return { isLet: rulers.every(({ resource }) => isOpenTo(resource, by, rights)), notes };
  }
  const origin = state?.origin;
  if (!origin) return { isLet: state !== undefined && isPlatform(rights, by.namespace), notes: [] };
  const owner = `${written.kind.kind} ${origin.namespace}/${origin.name}`;
  if (!isPlatform(rights, by.namespace)) return { isLet: origin.namespace === by.namespace, notes: [] };
  const notes = [`${owner} is not among these manifests, so its consent to being observed is unknown`];
  return { isLet: true, notes: origin.namespace === by.namespace ? [] : notes };
}
