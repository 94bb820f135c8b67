import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { ApiId, ObjectState } from '../../api/declared-objects.ts';
import type { Kinds } from '../../runtime/kinds.ts';
import { type NamespaceRights, tenantIn } from './namespace-rights.ts';
import { apiName, type Declared } from './resource.ts';

type OfKind = { kind: Pick<DeclaredKind, 'name'> };

interface World {
  controller: { kinds: Kinds };
  rights: NamespaceRights;
}

/** The id of the resource's object in the API. */
export const idOf = ({ kind }: OfKind, object: Declared): Pick<ApiId, 'kind' | 'owner' | 'name'> => ({
  kind: kind.name,
  owner: 'admin',
  name: apiName(object),
});

/** The organization that the spec refers to. */
function organizationOf({ metadata, spec }: Declared, kinds: Kinds): string | undefined {
  const reference = spec.organizationRef as { name: string; namespace?: string } | undefined;
  if (!reference) return undefined;
  const { name, namespace = metadata.namespace } = reference;
  const organization = kinds.get({ kind: 'Organization', namespace, name }) as Declared | undefined;
  return organization && apiName(organization);
}

/** Its users administer everything. The API gives no token for it and accepts no declared object in it. */
const platform = 'built-in';

function narrowed(rules: OfKind, object: Declared, organization: string | undefined, { rights }: World): ApiId {
  return {
    ...idOf(rules, object),
    organization: organization === platform ? undefined : organization,
    // Platform namespaces act for all organizations.
    tenant: tenantIn(rights, object.metadata.namespace),
  };
}

/** The id with organization and tenant, so that the API limits the request to both. */
export const idWithin = (rules: OfKind, object: Declared, world: World): ApiId =>
  narrowed(rules, object, organizationOf(object, world.controller.kinds), world);

/**
 * The id with the tenant whose resource made the object, whatever organization a spec names by now. A tenant's adopted object belongs
 * to somebody else, so it needs the operator's full token.
 */
export const ofMaker = (
  id: ApiId,
  { namespace, isAdopted }: NonNullable<ObjectState['origin']>,
  rights: NamespaceRights,
): ApiId => (isAdopted ? id : { ...id, tenant: tenantIn(rights, namespace) });

/** The id for a write of these fields: a tenant's object serves only organizations whose consent put them there. */
export const servingOnly = (id: ApiId, { organizations }: Readonly<Record<string, unknown>>): ApiId =>
  id.tenant && Array.isArray(organizations) ? { ...id, tenant: { ...id.tenant, serves: organizations } } : id;

export const applicationId = (object: Declared, world: World): ApiId =>
  idWithin({ kind: { name: 'application' } }, object, world);

/** An existing organization changes itself. Only the platform creates organizations. */
export const idAsItself = (rules: OfKind & { kind: { tenant: string } }, object: Declared, world: World): ApiId =>
  rules.kind.tenant === 'itself' && object.status?.externalId !== undefined
    ? narrowed(rules, object, apiName(object), world)
    : idWithin(rules, object, world);

export const memoryKey = ({ kind, owner, name }: Pick<ApiId, 'kind' | 'owner' | 'name'>) => `${kind}/${owner}/${name}`;
