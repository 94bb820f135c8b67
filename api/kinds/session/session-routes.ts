import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { isGlobalAdmin, isUser, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { orNull } from '../../core/objects/pass/null-if-missing.ts';
import { checkRightsOver } from '../../core/objects/rules/check-rights.ts';
import { invalid, withoutNulls } from '../../core/objects/rules/input.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import { problemsOf } from '../../core/objects/rules/schema-problems.ts';
import { pageOf, pageParameters } from '../../core/objects/storage/list-query.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';
import { endUserSessions, findUserSessions, listSessions, type SessionOwner } from './user-sessions.ts';

const name = z.string().min(1).max(100);
const held = z.object({
  owner: name.describe('Organization of the user.'),
  name: name.describe('Name of the user.'),
  application: z.string().max(100).describe('Name of the application that the user signed in to.'),
});
const answered = held.extend({
  createdTime: z.string().describe('Start of the oldest session.'),
  sessionId: z.array(z.string()).describe('A name for each session. It cannot be used as a cookie.'),
});
const ending = held.extend({
  sessionId: z
    .array(z.string().max(100))
    .max(1000)
    .default([])
    .describe('The sessions to end. Without any, all of them.'),
});

const tag = 'Session';
const permission = 'organizationAdmin';

const missing = ({ owner, name, application }: SessionOwner) =>
  new Refusal('not-found', { kind: tag, id: `${owner}/${name}/${application}` });

function holderNamed(id = ''): SessionOwner {
  const [, owner, name, application = ''] = /^([^/]+)\/([^/]+)\/([^/]*)$/.exec(id) ?? [];
  if (!owner || !name) throw new Refusal(id ? 'bad-id' : 'missing-parameter', { name: 'sessionPkId', id });
  return { owner, name, application };
}

/** Routes that show and end users' sessions, for administrators and applications of the organization. */
export function sessionRoutes({ db, store }: Pick<RouteDeps, 'db' | 'store'>): Route[] {
  const getSessions: Route = {
    method: 'GET',
    path: '/api/get-sessions',
    summary: 'Lists the sessions of users, by user and application, the latest first.',
    tag,
    permission,
    query: {
      owner: { about: "Organization of the users. By default the caller's; for global administrators all." },
      ...pageParameters,
    },
    answer: { data: { type: 'array', items: emit(answered) }, data2: { type: 'integer' } },
    async handle({ context: { caller, now }, query: { owner: asked, p = '', pageSize = '' } }) {
      const owner = asked || (isGlobalAdmin(caller) ? undefined : organizationOf(caller));
      authorize(permission, caller, { organization: owner });
      const { rows, total } = await listSessions(db, { owner, page: pageOf(p, pageSize) }, now);
      return { data: rows, data2: total };
    },
  };

  const getSession: Route = {
    method: 'GET',
    path: '/api/get-session',
    summary: 'Reads the sessions of one user at one application.',
    tag,
    permission,
    query: { sessionPkId: { about: 'owner/name of the user/name of the application.', required: true } },
    answer: { data: orNull(emit(answered)) },
    async handle({ context: { caller, now }, query }) {
      const holder = holderNamed(query.sessionPkId);
      authorize(permission, caller, { organization: holder.owner });
      const data = await findUserSessions(db, holder, now);
      // Libraries of Casdoor 2022 expect null if nobody is signed in.
      if (!data && caller.type !== 'application') throw missing(holder);
      return { data: data ?? null };
    },
  };

  const deleteSession: Route = {
    method: 'POST',
    path: '/api/delete-session',
    summary: 'Signs a user out of an application, in the given sessions or in all. Their tokens end too.',
    tag,
    permission,
    body: emit(ending),
    answer: { data: { type: 'string', enum: ['Affected'] } },
    async handle({ context, body }) {
      const result = ending.safeParse(withoutNulls(body));
      if (!result.success) throw invalid(problemsOf(result.error));
      const { sessionId, ...holder } = result.data;
      authorize(permission, context.caller, { organization: holder.owner });
      const object = `session ${holder.owner}/${holder.name}/${holder.application}`;
      context.about = { organization: holder.owner, object };
      const user = await store('user').find(db, holder.owner, holder.name);
      if (user && !isUser(context.caller, holder.owner, holder.name)) checkRightsOver(user as Draft, context);
      await db.transaction(async (sql) => {
        if ((await endUserSessions(sql, holder, sessionId, context.now)) === 0) throw missing(holder);
        await record({ sql }, context, { organization: holder.owner, object });
      });
      return { data: 'Affected' };
    },
  };

  const written = ['add', 'update'].map(
    (verb): Route => ({
      method: 'POST',
      path: `/api/${verb}-session`,
      summary: 'Always refused: only a sign-in creates a session.',
      tag,
      permission,
      body: emit(ending),
      handle: () => Promise.reject(new Refusal('sessions-by-sign-in')),
    }),
  );

  return [getSessions, getSession, deleteSession, ...written];
}
