import type { Knex } from 'knex';
import { whereForOrganization } from '../../../core/objects/audience.ts';
import type { SourceDeps } from '../notification.ts';

/** Narrows a query of providers `p` to those that an organization may use and its applications list. */
export function usedBy(
  query: Knex.QueryBuilder,
  { db, store }: SourceDeps,
  organization: string | undefined,
): Knex.QueryBuilder {
  if (organization === undefined) return query;
  const listed = db(`${store('application').table} as a`)
    .select(db.raw('1'))
    .where('a.organization', organization)
    .whereRaw("a.providers @> jsonb_build_array(jsonb_build_object('name', p.name))");
  return whereForOrganization(query, store('provider').kind, organization).whereExists(listed);
}
