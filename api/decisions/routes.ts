import { emit } from '@doorwright/crds/derive/schema.ts';
import { administers, type Caller, nameOf, organizationOf } from '../http/callers.ts';
import { Refusal } from '../http/errors.ts';
import type { Parameter, Route } from '../http/route.ts';
import { tellingOwners } from '../resources/memberships.ts';
import type { SpecialDeps } from '../resources/special-deps.ts';
import { type Asked, manyAsked, manyForm, oneAsked, oneForm } from './forms.ts';
import { holdingRoutes } from './holding-routes.ts';
import { createBudget, judge } from './judge.ts';
import { createPolicies, type Scope } from './policies.ts';
import { createStandings } from './standing.ts';

type Query = Readonly<Record<string, string | undefined>>;

const query: Record<string, Parameter> = {
  permissionId: { about: 'owner/name of the permission that decides.' },
  modelId: { about: 'owner/name of a model: its permissions decide.' },
  resourceId: { about: 'Name of an application: the permissions of the organization that speak of it decide.' },
  owner: { about: "Organization of the permissions, beside resourceId; without it the caller's." },
};

/** What a question is put to. There are no enforcers here, which later clients can name. */
function scopeOf({ permissionId, modelId, resourceId, enforcerId, owner }: Query, asked: Asked, caller: Caller): Scope {
  if (enforcerId) throw new Refusal('not-found', { kind: 'Enforcer', id: enforcerId.slice(0, 200) });
  const [by, id] = Object.entries({ permission: permissionId || asked.permission, model: modelId }).find(
    (each): each is ['permission' | 'model', string] => Boolean(each[1]),
  ) ?? ['resource', resourceId];
  if (!id) throw new Refusal('missing-parameter', { name: 'permissionId' });
  const slash = id.indexOf('/');
  if (by === 'resource') return { by, owner: owner || organizationOf(caller) || '', name: id.slice(slash + 1) };
  if (slash < 1) throw new Refusal('bad-id', { id: id.slice(0, 200) });
  return { by: by as Scope['by'], owner: id.slice(0, slash), name: id.slice(slash + 1) };
}

const missing = ({ by, owner, name }: Scope) =>
  new Refusal('not-found', { kind: by === 'model' ? 'Model' : 'Permission', id: `${owner}/${name}`.slice(0, 200) });

/**
 * Administrators of the organization and its applications ask about everybody, others about themselves alone. To whom a
 * permission says nothing, it looks missing.
 */
function authorizeQuestion(caller: Caller, scope: Scope, user: string): void {
  if (administers(caller, scope.owner)) return;
  if (!tellingOwners(organizationOf(caller) ?? '').includes(scope.owner)) throw missing(scope);
  if (caller.type !== 'user' || user !== nameOf(caller)) throw new Refusal('unauthorized');
}

export function decisionRoutes(deps: Pick<SpecialDeps, 'db' | 'store'>): Route[] {
  const policiesOf = createPolicies(deps);
  const standingOf = createStandings(deps);

  async function decide(caller: Caller, query: Query, questions: readonly Asked[]): Promise<boolean[]> {
    const spend = createBudget();
    const decisions: boolean[] = [];
    for (const asked of questions) {
      const scope = scopeOf(query, asked, caller);
      authorizeQuestion(caller, scope, String(asked.request[0]));
      const policies = await policiesOf(scope);
      if (!policies) throw missing(scope);
      decisions.push(await judge(policies, asked.request, { standingOf, spend }));
    }
    return decisions;
  }

  const told = ({ isListed }: Asked, decision: boolean | undefined) => (isListed ? [decision] : decision);
  const decision = { anyOf: [{ type: 'boolean' }, { type: 'array', items: { type: 'boolean' } }] };

  const enforce: Route = {
    method: 'POST',
    path: '/api/enforce',
    summary: 'Says whether permissions let a user do something; in a list, where the request was one.',
    tag: 'Permission',
    permission: 'signedIn',
    query,
    body: emit(oneForm),
    answer: { data: decision },
    async handle({ visit: { caller }, query, body }) {
      const asked = oneAsked(body, caller);
      const [decision] = await decide(caller, query, [asked]);
      return { data: told(asked, decision) };
    },
  };

  const batchEnforce: Route = {
    method: 'POST',
    path: '/api/batch-enforce',
    summary: 'Answers many such questions, in their order.',
    tag: 'Permission',
    permission: 'signedIn',
    query,
    body: emit(manyForm),
    answer: { data: { type: 'array', items: decision } },
    async handle({ visit: { caller }, query, body }) {
      const all = manyAsked(body, caller);
      const decisions = await decide(caller, query, all);
      return { data: all.map((asked, index) => told(asked, decisions[index])) };
    },
  };

  return [enforce, batchEnforce, ...holdingRoutes(deps, standingOf)];
}
