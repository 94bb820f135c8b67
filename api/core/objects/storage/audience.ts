import type { Kind } from '@doorwright/crds';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { isInAudience } from '@doorwright/crds/options/audience.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { Knex } from 'knex';
import { type Caller, isGlobalAdmin, organizationOf, platform } from '../../callers.ts';

type Object_ = Record<string, unknown>;

/** Tells whether an organization may see, name and use the object. The platform uses all of its objects. */
export const isForOrganization = (kind: Kind, object: Object_, organization: string): boolean =>
  !kind.audience || organization === platform || isInAudience(object, organization);

/** Like the above, but an object for other organizations is not the platform's own. An object for no organization is. */
export const belongsToOrganization = (object: Pick<Provider, 'audience' | 'organizations'>, organization: string) =>
  isInAudience(object, organization) || (organization === platform && object.organizations.length === 0);

/** Tells whether a caller may see the object. Global administrators see every object. */
export const isVisibleTo = (kind: Kind, object: Object_, caller: Caller): boolean =>
  isGlobalAdmin(caller) || isForOrganization(kind, object, organizationOf(caller) ?? '');

/** Narrows a query to the rows that are for an organization. */
export function whereForOrganization(query: Knex.QueryBuilder, kind: Kind, organization: string): Knex.QueryBuilder {
  if (!kind.audience || organization === platform) return query;
  return query.where((each) =>
    each.where('audience', 'all').orWhereRaw('organizations @> CAST(? AS jsonb)', [JSON.stringify([organization])]),
  );
}

/** The object without the names of other organizations in its audience. */
export const withoutOtherOrganizations = (kind: Kind, object: Object_, caller: Caller): Object_ =>
  !kind.audience || isGlobalAdmin(caller)
    ? object
    : {
        ...object,
        organizations: (object.organizations as readonly string[]).filter((each) => each === organizationOf(caller)),
      };

/**
 * The fields that a caller may search and sort by, if not all. A search for another organization's name would
 * reveal it.
 */
export const searchableNames = (kind: Kind, caller: Caller): readonly string[] | undefined =>
  kind.audience && !isGlobalAdmin(caller)
    ? fieldsOf(kind).flatMap(({ name }) => (name === 'organizations' ? [] : [name]))
    : undefined;
