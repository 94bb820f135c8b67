import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import { applicationNamed } from './applications.ts';
import type { PortalDeps } from './portal-deps.ts';

/** The application of a page, and the organization of its visitor. */
export interface Place {
  application: Application;
  organization: Organization;
}

/**
 * The application of a page and the organization of its visitor. Users of every organization may enter an
 * application of the platform, and only its own users any other.
 */
export async function placeOf(
  deps: Pick<PortalDeps, 'db' | 'store'>,
  { application: name, organization: asked }: { application: string; organization: string },
): Promise<Place> {
  const place = await applicationNamed(deps, name);
  if (!asked || asked === place.organization.name) return place;
  if (place.organization.name !== platform) throw new Refusal('unauthorized');
  const organization = await organizationNamed(asked, { sql: deps.db, store: deps.store });
  if (!organization) throw new Refusal('not-found', { kind: 'Organization', id: asked });
  return { ...place, organization };
}
