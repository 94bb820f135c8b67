import { emit } from '@doorwright/crds/schema/schema.ts';
import { authorize } from '../../core/authorize.ts';
import { isGlobalAdmin, isUser, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { nullIfMissing, orNull } from '../../core/objects/pass/null-if-missing.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import { parseId } from '../../core/objects/storage/ids.ts';
import { readListQuery } from '../../core/objects/storage/list-query.ts';
import type { Route } from '../../http/route.ts';
import { cachedObjectsOf } from '../cached-objects.ts';
import { fieldNamed, listParameters } from '../kind-routes.ts';
import type { RouteDeps } from '../route-deps.ts';
import { mayFindBy } from './account-items.ts';
import { mayReadProfiles } from './user.ts';

const owner = { about: 'Organization of the user.' };

export function userRoutes({ db, registry, box, store, objects }: RouteDeps): Route[] {
  const kind = registry.named('user');
  const schema = emit(kind.schema);
  const users = { type: 'array', items: schema };
  const tag = kind.kind;

  /**
   * Finds a user by another unique field of the organization. A caller who may not read its profiles or this field
   * finds nothing.
   */
  async function userBy(context: RequestContext, organization: string, [field, value]: [field: string, value: string]) {
    const work = { sql: db, registry, box, store, caller: context.caller, now: context.now };
    const items = (await organizationNamed(organization, work))?.accountItems ?? [];
    const { caller } = context;
    const findable = mayFindBy(caller, organization, field, items);
    const own = caller.type === 'user' && isUser(caller, organization, caller.name) ? caller : undefined;
    // With a token for the own account only, users find only themselves.
    const narrow = own && findable !== 'none' ? 'self' : 'none';
    const scope = (await mayReadProfiles(organization, work)) ? findable : narrow;
    const onlySelf = scope === 'self' && own && { name: own.name };
    const wanted = { owner: organization, [field]: value, ...onlySelf };
    const found = scope === 'none' ? undefined : await store('user').findBy(db, wanted);
    const shown = found && (await objects.get(kind, context, { owner: organization, key: String(found.name) }));
    if (shown?.[field] === value) return shown;
    throw new Refusal('not-found', { kind: kind.kind, id: `${organization}/${value}`.slice(0, 200) });
  }

  const getUser: Route = {
    method: 'GET',
    path: '/api/get-user',
    summary: 'Reads one user, by id, or by owner and email, phone or userId.',
    tag,
    permission: 'anyone',
    applicationAccess: { own: 'read-account', all: 'read-users' },
    query: {
      id: { about: 'owner/name of the user.' },
      owner,
      email: { about: 'Email address of the user.' },
      phone: { about: 'Phone number of the user.' },
      userId: { about: 'The id field of the user.' },
    },
    answer: { data: orNull(schema) },
    async handle({ context, query: { id, owner: asked = '', email, phone, userId } }) {
      // Casdoor's Python library sends no owner with an email, phone or userId.
      const organization = asked || (context.caller.type === 'application' && organizationOf(context.caller)) || '';
      const by = Object.entries({ email, phone, id: userId }).find((each): each is [string, string] =>
        Boolean(each[1]),
      );
      const named = by ? { owner: organization, key: by[1] } : parseId(kind, id);
      if (!named.owner) throw new Refusal('missing-parameter', { name: 'owner' });
      const read = by ? userBy(context, organization, by) : objects.get(kind, context, named);
      return { data: await nullIfMissing(kind, context.caller, named, read) };
    },
  };

  const getGlobalUsers: Route = {
    method: 'GET',
    path: '/api/get-global-users',
    summary: 'Lists the users of all organizations. Administrators of one organization get its users.',
    tag,
    permission: 'organizationAdmin',
    applicationAccess: { all: 'read-users' },
    query: Object.fromEntries(Object.entries(listParameters(kind)).filter(([name]) => name !== 'owner')),
    answer: { data: users, data2: { type: 'integer' } },
    async handle({ context, query }) {
      const { rows, total } = await objects.list(kind, context, { ...query, owner: '' });
      return { data: rows, data2: total };
    },
  };

  const getSortedUsers: Route = {
    method: 'GET',
    path: '/api/get-sorted-users',
    summary: 'Lists the first users of an organization by one column, in descending order.',
    tag,
    permission: 'organizationAdmin',
    applicationAccess: { all: 'read-users' },
    query: {
      owner: { ...owner, required: true },
      sorter: { about: 'Column to sort by, for example created_time.', required: true },
      limit: { about: 'How many users, at most 1000.', required: true },
    },
    answer: { data: users },
    async handle({ context, query: { owner: organization, sorter, limit } }) {
      for (const [name, value] of Object.entries({ owner: organization, sorter, limit }))
        if (!value) throw new Refusal('missing-parameter', { name });
      const sortField = fieldNamed(kind, String(sorter), 'sorter');
      const asked = { owner: organization, sortField, sortOrder: 'descend', p: '1', pageSize: limit };
      return { data: (await objects.list(kind, context, asked)).rows };
    },
  };

  const getUserCount: Route = {
    method: 'GET',
    path: '/api/get-user-count',
    summary: 'Counts the users of an organization.',
    tag,
    permission: 'organizationAdmin',
    applicationAccess: { all: 'read-users' },
    query: {
      owner,
      isOnline: { about: '1 or true for users who are online, 0 or false for those who are not, empty for all.' },
    },
    answer: { data: { type: 'integer' } },
    async handle({ context: { caller }, query: { owner: asked = '', isOnline = '' } }) {
      const organization = asked || (isGlobalAdmin(caller) ? '' : (organizationOf(caller) ?? ''));
      if (organization) authorize('organizationAdmin', caller, { organization });
      const query = { ...readListQuery(kind, { owner: organization }), equal: {} };
      if (isOnline) query.equal = { isOnline: ['1', 'true'].includes(isOnline) };
      return { data: await store('user').count(db, query) };
    },
  };

  const getUserApplication: Route = {
    method: 'GET',
    path: '/api/get-user-application',
    summary: 'Reads the application that a user signed up with, or the oldest one of their organization.',
    tag: 'Application',
    permission: 'signedIn',
    query: { id: { about: 'owner/name of the user.', required: true } },
    answer: { data: emit(registry.named('application').schema) },
    async handle({ context, query: { id } }) {
      const asked = parseId(kind, id);
      const user = (await objects.get(kind, context, asked)) as Draft;
      const application = registry.named('application');
      const { applicationNamed, oldestApplicationOf } = cachedObjectsOf({ db, store });
      const signedUpWith = String(user.signupApplication);
      const found = signedUpWith ? await applicationNamed(signedUpWith) : await oldestApplicationOf(user.owner);
      if (!found) throw new Refusal('not-found', { kind: application.kind, id: `${asked.owner}/${asked.key}` });
      return { data: await objects.show(application, context, found) };
    },
  };

  return [getUser, getGlobalUsers, getSortedUsers, getUserCount, getUserApplication];
}
