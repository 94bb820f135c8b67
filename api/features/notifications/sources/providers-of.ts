import type { Knex } from 'knex';
import { whereForOrganization } from '../../../core/objects/storage/audience.ts';
import type { SourceDeps } from '../notification.ts';

type Deps = Pick<SourceDeps, 'db' | 'store'>;

/** The providers `p` that an organization may use, or all of them. */
export function providersFor({ db, store }: Deps, organization: string | undefined): Knex.QueryBuilder {
  const { table, kind } = store('provider');
  const query = db(`${table} as p`).where('p.owner', 'admin');
  return organization === undefined ? query : whereForOrganization(query, kind, organization);
}

/** Those that the applications of the organization list. */
export function listedProvidersOf(deps: Deps, organization: string | undefined): Knex.QueryBuilder {
  const query = providersFor(deps, organization);
  if (organization === undefined) return query;
  const listed = deps
    .db(`${deps.store('application').table} as a`)
    .select(deps.db.raw('1'))
    .where('a.organization', organization)
    .whereRaw("a.providers @> jsonb_build_array(jsonb_build_object('name', p.name))");
  return query.whereExists(listed);
}
