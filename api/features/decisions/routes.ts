import { setImmediate as yielded } from 'node:timers/promises';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { administers, type Caller, isGlobalAdmin, nameOf, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Parameter, Route } from '../../http/route.ts';
import { ownersInTokens } from '../../kinds/memberships.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { createEnforcers } from './adapters/enforcers.ts';
import { createComparisonBudget, decideByPermissions, type SpendComparisons } from './decide-by-permissions.ts';
import { createEffectiveRoles } from './effective-roles.ts';
import { createPolicies, type Scope } from './policies.ts';
import { manyForm, oneForm, type Question, questionIn, questionsIn } from './request-forms.ts';
import { userRightsRoutes } from './user-rights-routes.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** The target of a request: permissions, or an enforcer, which has a model and policies. */
interface Asking extends Omit<Scope, 'by'> {
  by: Scope['by'] | 'enforcer';
}

const query: Record<string, Parameter> = {
  enforcerId: { about: 'owner/name of an enforcer: its model decides, by the policies of its adapter.' },
  permissionId: { about: 'owner/name of the permission that decides.' },
  modelId: { about: 'owner/name of a model: its permissions decide.' },
  resourceId: { about: 'Name of an application: the permissions of the organization with this resource decide.' },
  owner: {
    about:
      "Organization of the permissions for resourceId; by default the caller's. Without other parameters, all its permissions decide.",
  },
};

function askingOf(given: Query, asked: Question, caller: Caller): Asking {
  const { permissionId, modelId, resourceId, enforcerId, owner } = given;
  const byId = { enforcer: enforcerId, permission: permissionId || asked.permission, model: modelId };
  const [by, id] = Object.entries(byId).find((each): each is [keyof typeof byId, string] => Boolean(each[1])) ?? [
    'resource' as const,
    resourceId,
  ];
  if (!id && owner) return { by: 'owner', owner, name: '' };
  if (!id) throw new Refusal('missing-parameter', { name: 'permissionId' });
  const slash = id.indexOf('/');
  if (by === 'resource') return { by, owner: owner || organizationOf(caller) || '', name: id.slice(slash + 1) };
  if (slash < 1) throw new Refusal('bad-id', { id: id.slice(0, 200) });
  return { by, owner: id.slice(0, slash), name: id.slice(slash + 1) };
}

const kinds = {
  enforcer: 'Enforcer',
  permission: 'Permission',
  model: 'Model',
  resource: 'Permission',
  owner: 'Permission',
};
const missing = ({ by, owner, name }: Asking) =>
  new Refusal('not-found', { kind: kinds[by], id: `${owner}/${name}`.slice(0, 200) });

/**
 * Administrators and applications of the organization may ask about every user, others about themselves only. Permissions of other
 * organizations look missing.
 */
function authorizeQuestion(caller: Caller, asking: Asking, user: string): void {
  if (administers(caller, asking.owner)) return;
  if (!ownersInTokens(organizationOf(caller) ?? '').includes(asking.owner)) throw missing(asking);
  if (caller.type !== 'user' || user !== nameOf(caller)) throw new Refusal('unauthorized');
}

export function decisionRoutes(deps: Pick<RouteDeps, 'db' | 'store' | 'egress' | 'log'>): Route[] {
  const policiesOf = createPolicies(deps);
  const effectiveRolesOf = createEffectiveRoles(deps);
  const enforced = createEnforcers({ ...deps, policiesOf, effectiveRolesOf });

  async function decided(
    { by, owner, name }: Asking,
    { request }: Question,
    caller: Caller,
    spend: SpendComparisons,
  ): Promise<boolean | undefined> {
    if (by === 'enforcer') return enforced({ owner, name, request, isTold: isGlobalAdmin(caller) }, spend);
    const policies = await policiesOf({ by, owner, name });
    return policies && decideByPermissions(policies, request, { effectiveRolesOf, spend });
  }

  async function decide(caller: Caller, query: Query, questions: readonly Question[]): Promise<boolean[]> {
    const spend = createComparisonBudget();
    const decisions: boolean[] = [];
    for (const asked of questions) {
      const asking = askingOf(query, asked, caller);
      authorizeQuestion(caller, asking, String(asked.request[0]));
      const decision = await decided(asking, asked, caller, spend);
      if (decision === undefined) throw missing(asking);
      decisions.push(decision);
      // Other requests take their turn between two questions of a batch.
      await yielded();
    }
    return decisions;
  }

  const decision = { anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'boolean' } }] };

  const enforce: Route = {
    method: 'POST',
    path: '/api/enforce',
    summary: 'Says whether permissions allow a request. The answer is a list if the request was one.',
    tag: 'Permission',
    permission: 'signedIn',
    query,
    body: emit(oneForm),
    answer: { data: decision },
    async handle({ context: { caller }, query, body }) {
      const asked = questionIn(body, caller);
      const decisions = await decide(caller, query, [asked]);
      return { data: asked.isListed ? decisions : decisions[0] };
    },
  };

  const batchEnforce: Route = {
    method: 'POST',
    path: '/api/batch-enforce',
    summary: 'Decides many requests, in their order. The answer is a list in a list if the first request was a list.',
    tag: 'Permission',
    permission: 'signedIn',
    query,
    body: emit(manyForm),
    answer: { data: { type: 'array', items: decision } },
    async handle({ context: { caller }, query, body }) {
      const all = questionsIn(body, caller);
      const decisions = await decide(caller, query, all);
      return { data: all[0]?.isListed ? [decisions] : decisions };
    },
  };

  return [enforce, batchEnforce, ...userRightsRoutes(deps, effectiveRolesOf)];
}
