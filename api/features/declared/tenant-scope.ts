import { createHash } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import type { Origin } from '@doorwright/crds/kinds/origin.ts';
import { platform, type TenantScope } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { originOf, resourceText } from '../../core/objects/references/origins.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Id } from '../../core/objects/storage/ids.ts';
import { idText } from '../../core/objects/storage/ids.ts';
import type { OperatorCaller } from './narrowed-token.ts';
import type { Declared } from './request.ts';

export type TenantCaller = OperatorCaller & { tenant: TenantScope };

export const isOfTenant = (caller: Work['caller']): caller is TenantCaller =>
  caller.type === 'operator' && caller.tenant !== undefined;

/** Whether each object of the kind belongs to one organization, which it names or which owns it. */
export const isWithinOrganization = ({ tenant }: Kind): boolean => tenant === 'organization' || tenant === 'owner';

/** Whether a resource of the namespace created the object. Adopted objects belong to somebody else. */
export const isMadeBy = (origin: Origin | undefined, { cluster, namespace }: TenantScope): boolean =>
  origin?.cluster === cluster && origin.namespace === namespace && !origin.isAdopted;

/** A token has a digest of the names, because a header has no room for the organizations of a large tenant. */
export const digestOfServed = (organizations: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([...new Set(organizations)].sort()))
    .digest('base64url');

/** Whether the declaration names only organizations that admitted the tenant. Only the operator knows which they are. */
const isAdmitted = (organizations: unknown, serves: string | undefined): boolean =>
  Array.isArray(organizations) && (organizations.length === 0 || digestOfServed(organizations) === serves);

/** Refuses what a tenant may not declare. */
export function holdToTenant(
  kind: Kind,
  { organization, tenant }: TenantCaller,
  { origin, fields, isNew }: Pick<Declared, 'origin' | 'fields'> & { isNew: boolean },
): void {
  const isOwn = origin.cluster === tenant.cluster && origin.namespace === tenant.namespace;
  // A tenant may change and switch off its objects without a token for the organization. Moving them needs one.
  const isPlaced = isNew || 'organization' in fields;
  const needsOrganization = isWithinOrganization(kind) && organization === platform && isPlaced;
  const makesOrganization = kind.tenant === 'itself' && isNew;
  // By default, new objects serve all organizations.
  const isForAll = kind.audience && (isNew || 'audience' in fields) && fields.audience !== 'named';
  const servesOthers = kind.audience && 'organizations' in fields && !isAdmitted(fields.organizations, tenant.serves);
  const reachesBeyond = kind.declared?.platformOnly || needsOrganization || isForAll || servesOthers;
  if (!isOwn || reachesBeyond || (makesOrganization && !tenant.makesOrganizations)) throw new Refusal('unauthorized');
}

/** Records of a deleted organization stand under its name, so no tenant may take the name. */
export async function refuseFormerName(
  kind: Kind,
  { key }: Id,
  { sql, store }: Pick<Work, 'sql' | 'store'>,
): Promise<void> {
  if (kind.tenant !== 'itself') return;
  const former = await sql(store('record').table).where({ owner: key, outcome: 'ok' }).first('name');
  if (former) throw new Refusal('name-conflict', { kind: kind.kind, id: key, resource: 'one that is gone' });
}

/** For all requests but declarations: an object of another namespace looks missing. */
export async function hideFromTenant(kind: Kind, id: Id, { tenant }: TenantCaller, work: Work): Promise<void> {
  if (!isMadeBy(await originOf(kind, id, work), tenant))
    throw new Refusal('not-found', { kind: kind.kind, id: idText(id) });
}

/** The resource of an object in words for the caller. A tenant learns nothing about other namespaces. */
export const resourceTextFor = (kind: Kind, origin: Origin, caller: Work['caller']): string =>
  isOfTenant(caller) && origin.namespace !== caller.tenant.namespace
    ? 'one of another namespace'
    : resourceText(kind, origin);
