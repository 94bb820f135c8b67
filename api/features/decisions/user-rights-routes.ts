import { administers, type Caller, nameOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import { ownersInTokens } from '../../kinds/memberships.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { accessOfUser } from './access-of-user.ts';
import type { EffectiveRolesOf } from './effective-roles.ts';

const text = { type: 'string' };

const access = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['group', 'role', 'permission'] },
    owner: text,
    name: text,
    displayName: text,
    isEnabled: { type: 'boolean' },
    via: {
      type: 'array',
      items: {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['direct', 'group', 'role', 'plan'] }, id: text },
      },
    },
  },
};

const column = { objects: 'resources', actions: 'actions' } as const;

/** The user of the request: the caller, or a user whom the caller administers. */
function userAsked(caller: Caller, userId: string | undefined): { id: string; owner: string } {
  const own = caller.type === 'user' ? nameOf(caller) : undefined;
  const id = userId || own;
  if (!id) throw new Refusal('missing-parameter', { name: 'userId' });
  const owner = id.slice(0, Math.max(id.indexOf('/'), 0));
  if (!owner) throw new Refusal('bad-id', { id: id.slice(0, 200) });
  if (id !== own && !administers(caller, owner)) throw new Refusal('unauthorized');
  return { id, owner };
}

/** Lists the resources and actions that permissions allow a user, and the roles of the user. */
export function userRightsRoutes(
  { db, store }: Pick<RouteDeps, 'db' | 'store'>,
  effectiveRolesOf: EffectiveRolesOf,
): Route[] {
  async function held(kind: keyof typeof column, { id, owner }: { id: string; owner: string }): Promise<string[]> {
    const { isActive, roles } = await effectiveRolesOf(id);
    if (!isActive) return [];
    const { rows } = await db.raw(
      `SELECT DISTINCT jsonb_array_elements_text(p.${column[kind]}) AS held
       FROM "${store('permission').table}" AS p
       LEFT JOIN "${store('model').table}" AS m ON m.owner = p.owner AND m.name = p.model
       WHERE p.owner = ANY(:owners) AND p.is_enabled AND p.effect = 'Allow' AND (p.model = '' OR m.is_enabled)
         AND (p.users @> CAST(:users AS jsonb) OR jsonb_exists_any(p.roles, :roles))
       ORDER BY held`,
      { owners: ownersInTokens(owner), users: JSON.stringify([id]), roles: [...roles] },
    );
    return rows.map((row: { held: string }) => row.held);
  }

  const route = (what: string, summary: string, list: (user: { id: string; owner: string }) => Promise<string[]>) =>
    ({
      method: 'GET',
      path: `/api/get-all-${what}`,
      summary,
      tag: 'Permission',
      permission: 'signedIn',
      query: { userId: { about: 'owner/name of the user; without it, the signed-in user.' } },
      answer: { data: { type: 'array', items: { type: 'string' } } },
      handle: async ({ context, query }) => ({ data: await list(userAsked(context.caller, query.userId)) }),
    }) satisfies Route;

  const getAccess: Route = {
    method: 'GET',
    path: '/api/get-user-access',
    summary: 'Lists the groups, roles and permissions of a user, each with its sources, for administrators.',
    tag: 'Permission',
    permission: 'signedIn',
    query: { userId: { about: 'owner/name of the user.', required: true } },
    answer: { data: { type: 'array', items: access } },
    async handle({ context: { caller }, query }) {
      const { id, owner } = userAsked(caller, query.userId);
      if (!administers(caller, owner)) throw new Refusal('unauthorized');
      return { data: await accessOfUser({ db, store }, owner, id.slice(owner.length + 1)) };
    },
  };

  return [
    getAccess,
    route('objects', 'Lists the resources in permissions that allow a user something.', (user) =>
      held('objects', user),
    ),
    route('actions', 'Lists the actions in permissions that allow a user something.', (user) => held('actions', user)),
    route(
      'roles',
      'Lists the names of the roles of a user, also through groups, plans and other roles.',
      async ({ id }) => {
        const { isActive, roles } = await effectiveRolesOf(id);
        return isActive ? [...roles].map((role) => role.slice(role.indexOf('/') + 1)).toSorted() : [];
      },
    ),
  ];
}
