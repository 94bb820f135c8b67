import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { ApiId, ObjectState } from '../../api/declared-api.ts';
import type { Kinds } from '../../runtime/kinds.ts';
import { type NamespaceRights, tenantIn } from './namespace-rights.ts';
import { apiName, type Declared } from './resource.ts';

type OfKind = { kind: Pick<DeclaredKind, 'name'> };

interface World {
  controller: { kinds: Kinds };
  rights: NamespaceRights;
}

/** What the API calls the object of a resource. */
export const idOf = ({ kind }: OfKind, object: Declared): Pick<ApiId, 'kind' | 'owner' | 'name'> => ({
  kind: kind.name,
  owner: 'admin',
  name: apiName(object),
});

/** The organization in whose name a resource of one acts: the one it refers to. */
function organizationOf({ metadata, spec }: Declared, kinds: Kinds): string | undefined {
  const reference = spec.organizationRef as { name: string; namespace?: string } | undefined;
  if (!reference) return undefined;
  const { name, namespace = metadata.namespace } = reference;
  const organization = kinds.get({ kind: 'Organization', namespace, name }) as Declared | undefined;
  return organization && apiName(organization);
}

/** Of users who administer everything. The API gives no token for it, and lets nobody declare anything there. */
const platform = 'built-in';

function narrowed(rules: OfKind, object: Declared, organization: string | undefined, { rights }: World): ApiId {
  return {
    ...idOf(rules, object),
    organization: organization === platform ? undefined : organization,
    // The platform's namespaces act for all of them.
    tenant: tenantIn(rights, object.metadata.namespace),
  };
}

/** With the organization, and the namespace where it is a tenant's, so that the API holds us to both. */
export const idWithin = (rules: OfKind, object: Declared, world: World): ApiId =>
  narrowed(rules, object, organizationOf(object, world.controller.kinds), world);

/** Of a tenant's resource, without the organization that it names: what others took back ends whichever it names by now. */
export const tenantId = (rules: OfKind, object: Declared, world: World): ApiId =>
  narrowed(rules, object, undefined, world);

/** An object without a resource. What a tenant's namespace only took over belongs to somebody else, so the operator releases it as itself. */
export const ofMaker = (
  id: ApiId,
  { namespace, isAdopted }: NonNullable<ObjectState['origin']>,
  rights: NamespaceRights,
): ApiId => (isAdopted ? id : { ...id, tenant: tenantIn(rights, namespace) });

export const applicationId = (object: Declared, world: World): ApiId =>
  idWithin({ kind: { name: 'application' } }, object, world);

/** An organization that is there is its own; only the platform makes a new one. */
export const idAsItself = (rules: OfKind & { kind: { tenant: string } }, object: Declared, world: World): ApiId =>
  rules.kind.tenant === 'itself' && object.status?.externalId !== undefined
    ? narrowed(rules, object, apiName(object), world)
    : idWithin(rules, object, world);

export const memoryKey = ({ kind, owner, name }: Pick<ApiId, 'kind' | 'owner' | 'name'>) => `${kind}/${owner}/${name}`;
