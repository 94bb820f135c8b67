import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { isInAudience } from '@doorwright/crds/options/audience.ts';
import type { Knex } from 'knex';
import { type Caller, isGlobalAdmin, organizationOf, platform } from '../callers.ts';

type Object_ = Record<string, unknown>;

/** May an organization see, name and use the object? The platform uses all of its objects. */
export const isFor = (kind: Kind, object: Object_, organization: string): boolean =>
  !kind.audience || organization === platform || isInAudience(object, organization);

/** The same of what a caller sees: who administers everything sees everything. */
export const isSeenBy = (kind: Kind, object: Object_, caller: Caller): boolean =>
  isGlobalAdmin(caller) || isFor(kind, object, organizationOf(caller) ?? '');

/** Leaves of a query the rows that are for an organization. */
export function onlyFor(query: Knex.QueryBuilder, kind: Kind, organization: string): Knex.QueryBuilder {
  if (!kind.audience || organization === platform) return query;
  return query.where((each) =>
    each.where('audience', 'all').orWhereRaw('organizations @> CAST(? AS jsonb)', [JSON.stringify([organization])]),
  );
}

/** An organization is told of an audience whether it is in it, and not who else is. */
export const withoutOthers = (kind: Kind, object: Object_, caller: Caller): Object_ =>
  !kind.audience || isGlobalAdmin(caller)
    ? object
    : {
        ...object,
        organizations: (object.organizations as readonly string[]).filter((each) => each === organizationOf(caller)),
      };

/** The fields by which a caller may search and sort, where these are not all: a search for another organization would tell of it. */
export const searchedBy = (kind: Kind, caller: Caller): readonly string[] | undefined =>
  kind.audience && !isGlobalAdmin(caller)
    ? fieldsOf(kind).flatMap(({ name }) => (name === 'organizations' ? [] : [name]))
    : undefined;
