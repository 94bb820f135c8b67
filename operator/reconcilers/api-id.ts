import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { ApiId } from '../declared-api.ts';
import type { Kinds } from '../runtime/kinds.ts';
import { apiName, type Declared } from './resource.ts';

type OfKind = { kind: Pick<DeclaredKind, 'name'> };

/** What the API calls the object of a resource. */
export const idOf = ({ kind }: OfKind, object: Declared): ApiId => ({
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

const narrowed = (id: ApiId, organization: string | undefined): ApiId => ({
  ...id,
  organization: organization === platform ? undefined : organization,
});

/** With the organization, so that the API holds us to it. */
export const idWithin = (rules: OfKind, object: Declared, { kinds }: { kinds: Kinds }): ApiId =>
  narrowed(idOf(rules, object), organizationOf(object, kinds));

export const applicationId = (object: Declared, world: { kinds: Kinds }): ApiId =>
  idWithin({ kind: { name: 'application' } }, object, world);

/** An organization that is there is its own; only the platform makes a new one. */
export const idAsItself = (
  rules: OfKind & { kind: { tenant: string } },
  object: Declared,
  world: { kinds: Kinds },
): ApiId =>
  rules.kind.tenant === 'itself' && object.status?.externalId !== undefined
    ? narrowed(idOf(rules, object), apiName(object))
    : idWithin(rules, object, world);

export const memoryKey = ({ kind, owner, name }: ApiId) => `${kind}/${owner}/${name}`;
