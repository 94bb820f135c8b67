import type { ObjectReference } from '@doorwright/crds/reference.ts';
import { idOwnedBy } from '../reconcilers/core/api-id.ts';
import { apiName } from '../reconcilers/core/resource.ts';
import type { Manifests, Written } from './read-manifests.ts';

/** The resource of the folder that a reference names. */
export const targetOf = (
  { resource }: Written,
  to: string,
  { name, namespace = resource.metadata.namespace }: ObjectReference,
  { written }: Manifests,
): Written | undefined =>
  written.find(
    ({ resource: { kind, metadata } }) => kind === to && metadata.name === name && metadata.namespace === namespace,
  );

/** The organization that owns the object of a resource, if its kind belongs to organizations and a file declares it. */
export const owningOrganization = (written: Written, manifests: Manifests): Written | undefined => {
  const reference = written.resource.spec.organizationRef as ObjectReference | undefined;
  return written.kind.owner === 'organization' && reference
    ? targetOf(written, 'Organization', reference, manifests)
    : undefined;
};

/** The id of a resource's object. An organization outside of the folder has the name of its resource, unless it says otherwise. */
export function plannedId(written: Written, manifests: Manifests) {
  const reference = written.resource.spec.organizationRef as ObjectReference | undefined;
  const target = owningOrganization(written, manifests);
  return idOwnedBy(written, written.resource, target ? apiName(target.resource) : reference?.name);
}
