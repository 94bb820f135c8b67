import { emit } from '@doorwright/crds/schema/schema.ts';
import { authorize, isPermitted } from '../../core/authorize.ts';
import { administers, isImpersonated, organizationOf } from '../../core/callers.ts';
import { type RequestContext, record } from '../../core/objects/history/records.ts';
import { nullIfMissing, orNull } from '../../core/objects/pass/null-if-missing.ts';
import { correctOwner, parseId } from '../../core/objects/storage/ids.ts';
import { readListQuery } from '../../core/objects/storage/list-query.ts';
import type { Route, RouteRequest } from '../../http/route.ts';
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

  /** The applications of an organization, as its members may see them. */
  async function ofOrganization(context: RequestContext, query: RouteRequest['query'], organization: string) {
    authorize('member', context.caller, { organization });
    // A search for a hidden value would reveal it.
    const shown = administers(context.caller, organization) ? undefined : kind.publicFields;
    const found = await store('application').list(db, { ...readListQuery(kind, query, shown), tenant: organization });
    const rows = await Promise.all(found.rows.map((row) => objects.show(kind, context, row, 'list')));
    return { data: rows, data2: found.total };
  }

  /** Clients of Casdoor 2022 name an organization beside the owner. Its members get what an administrator's list shows everyone. */
  const getApplications: Route = {
    method: 'GET',
    path: '/api/get-applications',
    summary:
      'Lists objects of kind Application for administrators. With `organization`, its members get its applications as users may see them. data2 is their number.',
    tag: kind.kind,
    permission: 'member',
    query: listParameters(kind),
    answer: { data: { type: 'array', items: schema }, data2: { type: 'integer' } },
    async handle({ context, query }) {
      const { caller } = context;
      const { organization = '' } = query;
      const owner = query.owner && correctOwner(kind, caller, query.owner);
      if (organization && !administers(caller, organization))
        return ofOrganization(context, { ...query, owner }, organization);
      const { rows, total } = await objects.list(kind, context, { ...query, owner });
      return { data: rows, data2: total };
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
    handle: ({ context, query }) =>
      ofOrganization(context, query, query.organization || organizationOf(context.caller) || ''),
  };

  return [getApplication, getApplications, getOrganizationApplications];
}
