import type { Kind } from '@doorwright/crds';
import type { Origin } from '@doorwright/crds/kinds/origin.ts';
import { platform, type TenantScope } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Id } from '../../core/objects/ids.ts';
import { idText } from '../../core/objects/ids.ts';
import type { Work } from '../../core/objects/kind-hooks.ts';

import { originOf, resourceText } from '../../core/objects/origins.ts';
import type { OperatorCaller } from './narrowed-token.ts';
import type { Declared } from './request.ts';

export type TenantCaller = OperatorCaller & { tenant: TenantScope };

export const isOfTenant = (caller: Work['caller']): caller is TenantCaller =>
  caller.type === 'operator' && caller.tenant !== undefined;

/** Whether a resource of the namespace made the object. What it found and took over belongs to somebody else. */
export const isMadeBy = (origin: Origin | undefined, { cluster, namespace }: TenantScope): boolean =>
  origin?.cluster === cluster && origin.namespace === namespace && !origin.isAdopted;

/** What a resource of a tenant may declare at all. */
export function holdToTenant(
  kind: Kind,
  { organization, tenant }: TenantCaller,
  { origin, fields, isNew }: Pick<Declared, 'origin' | 'fields'> & { isNew: boolean },
): void {
  const isOwn = origin.cluster === tenant.cluster && origin.namespace === tenant.namespace;
  // What it made it may go on to change, and switch off, when the organization's resource is gone; to move it takes the organization.
  const isPlaced = isNew || 'organization' in fields;
  const needsOrganization = kind.tenant === 'organization' && organization === platform && isPlaced;
  const makesOrganization = kind.tenant === 'itself' && isNew;
  // New objects are for all organizations where nothing else is said.
  const isForAll = kind.audience && (isNew || 'audience' in fields) && fields.audience !== 'named';
  const reachesBeyond = kind.declared?.platformOnly || needsOrganization || isForAll;
  if (!isOwn || reachesBeyond || (makesOrganization && !tenant.makesOrganizations)) throw new Refusal('unauthorized');
}

/** Under the name of an organization stands what it did, also after it is gone: a tenant that took that name would read it. */
export async function refuseFormerName(
  kind: Kind,
  { key }: Id,
  { sql, store }: Pick<Work, 'sql' | 'store'>,
): Promise<void> {
  if (kind.tenant !== 'itself') return;
  const former = await sql(store('record').table).where({ owner: key, outcome: 'ok' }).first('name');
  if (former) throw new Refusal('name-conflict', { kind: kind.kind, id: key, resource: 'one that is gone' });
}

/** Everything but declaring: an object that the namespace did not make looks missing. */
export async function hideFromTenant(kind: Kind, id: Id, { tenant }: TenantCaller, work: Work): Promise<void> {
  if (!isMadeBy(await originOf(kind, id, work), tenant))
    throw new Refusal('not-found', { kind: kind.kind, id: idText(id) });
}

/** The resource that declares an object, as the caller may know of it: a tenant learns nothing of other namespaces. */
export const toldOf = (kind: Kind, origin: Origin, caller: Work['caller']): string =>
  isOfTenant(caller) && origin.namespace !== caller.tenant.namespace
    ? 'one of another namespace'
    : resourceText(kind, origin);
