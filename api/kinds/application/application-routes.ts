import { emit } from '@doorwright/crds/derive/schema.ts';
import { authorize, isPermitted } from '../../core/authorize.ts';
import { administers, isImpersonated, organizationOf } from '../../core/callers.ts';
import { parseId } from '../../core/objects/ids.ts';
import { readListQuery } from '../../core/objects/list-query.ts';
import { nullIfMissing, orNull } from '../../core/objects/null-if-missing.ts';
import { record } from '../../core/objects/records.ts';
import type { Route } from '../../http/route.ts';
import { listParameters } from '../kind-routes.ts';
import type { RouteDeps } from '../route-deps.ts';

export function applicationRoutes({ db, registry, store, objects }: RouteDeps): Route[] {
  const kind = registry.named('application');
  const schema = emit(kind.schema);

  const getApplication: Route = {
    method: 'GET',
    path: '/api/get-application',
    summary: 'Reads one application. Only here, its administrators see its secret, and a record shows that.',
    tag: kind.kind,
    permission: 'anyone',
    query: {
      id: { about: 'owner/name of the application.', required: true },
      masked: { about: '`true` leaves the secret masked, as in a list, without a record.' },
    },
    answer: { data: orNull(schema) },
    async handle({ context, query }) {
      const id = parseId(kind, query.id);
      const shown = await nullIfMissing(kind, context.caller, id, objects.get(kind, context, id));
      if (!shown) return { data: null };
      const organization = String(shown.organization);
      // With the secret, they could come back later without the master password.
      const isMasked = query.masked === 'true' || isImpersonated(context.caller);
      if (isMasked || !isPermitted('organizationAdmin', context.caller, { organization })) return { data: shown };
      const stored = await store('application').find(db, id.owner, id.key);
      await record({ sql: db }, context, { organization, object: `application ${id.owner}/${id.key}` });
      return { data: { ...shown, clientSecret: stored?.clientSecret ?? '' } };
    },
  };

  const getOrganizationApplications: Route = {
    method: 'GET',
    path: '/api/get-organization-applications',
    summary: "Lists the applications of the caller's organization, as its users may see them.",
    tag: kind.kind,
    permission: 'member',
    query: listParameters(kind),
    answer: { data: { type: 'array', items: schema }, data2: { type: 'integer' } },
    async handle({ context, query }) {
      const organization = query.organization || organizationOf(context.caller) || '';
      authorize('member', context.caller, { organization });
      // A search for a hidden value would reveal it.
      const shown = administers(context.caller, organization) ? undefined : kind.publicFields;
      const found = await store('application').list(db, { ...readListQuery(kind, query, shown), tenant: organization });
      const rows = await Promise.all(found.rows.map((row) => objects.show(kind, context, row, 'list')));
      return { data: rows, data2: found.total };
    },
  };

  return [getApplication, getOrganizationApplications];
}
