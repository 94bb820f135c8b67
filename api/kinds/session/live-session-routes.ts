import { emit } from '@doorwright/crds/schema/schema.ts';
import { authorize } from '../../core/authorize.ts';
import { isGlobalAdmin, organizationOf } from '../../core/callers.ts';
import { readListQuery } from '../../core/objects/storage/list-query.ts';
import type { Route } from '../../http/route.ts';
import { listParameters } from '../kind-routes.ts';
import type { RouteDeps } from '../route-deps.ts';
import { listLiveSessions } from './live-sessions.ts';

const permission = 'organizationAdmin';

type Deps = Pick<RouteDeps, 'db' | 'registry' | 'store' | 'config'>;

/** The list of sessions for administrators. `get-sessions` answers in the form of Casdoor 2022, by user and application. */
export function liveSessionRoutes({ db, registry, store, config }: Deps): Route[] {
  const kind = registry.named('session');
  return [
    {
      method: 'GET',
      path: `/api/${kind.listedBy}`,
      summary: 'Lists each session with its browser, its address and the visited applications, the latest first.',
      tag: kind.kind,
      permission,
      query: {
        ...listParameters(kind),
        owner: { about: "Organization of the users. By default the caller's; for global administrators all." },
        user: { about: 'Only sessions of the user with this name.' },
      },
      answer: { data: { type: 'array', items: emit(kind.schema) }, data2: { type: 'integer' } },
      async handle({ context: { caller, now }, query }) {
        const owner = query.owner || (isGlobalAdmin(caller) ? undefined : organizationOf(caller));
        authorize(permission, caller, { organization: owner });
        const equal = query.user && { equal: { user: query.user } };
        const asked = { ...readListQuery(kind, { ...query, owner }), ...equal };
        const session = caller.type === 'user' ? caller.session : undefined;
        const countries = config.DOORWRIGHT_COUNTRY_DATABASE;
        const { rows, total } = await listLiveSessions(db, store('session'), asked, { now, session, countries });
        return { data: rows, data2: total };
      },
    },
  ];
}
