import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import { objectKey } from '@doorwright/crds/derive/object-key.ts';
import type { ApiId, ObjectState } from '../../api/declared-objects.ts';
import type { Kinds } from '../../runtime/kinds.ts';
import { type NamespaceRights, tenantIn } from './namespace-rights.ts';
import { apiName, type Declared } from './resource.ts';

type OfKind = { kind: Pick<DeclaredKind, 'name' | 'owner' | 'key'> };
type PlainId = Pick<ApiId, 'kind' | 'owner' | 'name'>;

interface Surroundings {
  controller: { kinds: Kinds };
}

interface World extends Surroundings {
  rights: NamespaceRights;
}

/** The owner that the API has told. */
const knownOwner = ({ status }: Declared): string | undefined => status?.externalId?.split('/')[0];

/** The id of the resource's object, if this organization owns it. Without a known organization, the owner is empty. */
export const idOwnedBy = ({ kind }: OfKind, object: Declared, organization: string | undefined): PlainId => ({
  kind: kind.name,
  owner: kind.owner === 'admin' ? 'admin' : (knownOwner(object) ?? organization ?? ''),
  name: objectKey(kind, object),
});

/** The id of the resource's object in the API. Its owner is empty as long as its organization is unknown, and then it has no object. */
export const idOf = (rules: OfKind, object: Declared, { controller }: Surroundings): PlainId =>
  idOwnedBy(rules, object, rules.kind.owner === 'admin' ? undefined : organizationOf(object, controller.kinds));

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
    ...idOwnedBy(rules, object, organization),
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

const application = { name: 'application', owner: 'admin', key: 'name' } as const;

export const applicationId = (object: Declared, world: World): ApiId => idWithin({ kind: application }, object, world);

/** An existing organization changes itself. Only the platform creates organizations. */
export const idAsItself = (rules: OfKind & { kind: { tenant: string } }, object: Declared, world: World): ApiId =>
  rules.kind.tenant === 'itself' && object.status?.externalId !== undefined
    ? narrowed(rules, object, apiName(object), world)
    : idWithin(rules, object, world);

export const memoryKey = ({ kind, owner, name }: PlainId) => `${kind}/${owner}/${name}`;

/**
 * What resources of one object have in common. A resource alone does not tell the name of an organization that owns the object, so objects
 * of several organizations with one ID have one claim.
 */
export const claimOn = ({ kind, owner, name }: PlainId) => `${kind}/${owner === 'admin' ? owner : ''}/${name}`;

/** The id of a memory key. Only the last part may contain slashes. */
export function idIn(key: string): PlainId {
  const [kind = '', owner = '', ...name] = key.split('/');
  return { kind, owner, name: name.join('/') };
}
