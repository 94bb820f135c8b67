import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { administers, isUser } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { checkRightsOver } from '../../core/objects/rules/check-rights.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { shownId } from '../../core/shown-id.ts';
import type { Sql } from '../../db/knex.ts';
import { parsedStrictly } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../route-deps.ts';
import { endSessions, liveSessions } from '../session/sessions.ts';
import { endSignIns } from './end-sign-ins.ts';

const named = z.string().min(1).max(100);
const form = z.object({
  owner: named.describe('Organization of the user.'),
  name: named.describe('Name of the user.'),
  sessions: z
    .array(z.string().max(100))
    .min(1)
    .max(1000)
    .optional()
    .describe('Sessions to end, by the id in get-live-sessions. Without it, all, except the one of the request.'),
});

/** Ends sessions of a user at all applications. `delete-session` ends those at one, as in Casdoor 2022. */
export function userSessionRoutes({ registry, db, box, store }: RouteDeps): Route[] {
  async function endSome(sql: Sql, { owner, name }: Draft, now: Date, isMeant: (id: string) => boolean) {
    const ids: string[] = await liveSessions(sql, now).where({ owner, user: name }).pluck('id');
    const meant = ids.filter(isMeant);
    for (const id of meant) await endSessions(sql, { owner, id });
    return meant.length;
  }

  return [
    {
      method: 'POST',
      path: '/api/end-user-sessions',
      summary:
        'Ends sessions of a user, whichever applications they visited, with their tokens. data is the number of sessions.',
      tag: 'Session',
      permission: 'organizationAdmin',
      body: emit(form),
      answer: { data: { type: 'integer' } },
      async handle({ context, body }) {
        const { owner, name, sessions } = parsedStrictly(form, body);
        const { caller, now } = context;
        const user = administers(caller, owner) ? await store('user').find(db, owner, name) : undefined;
        if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
        const about = { organization: owner, object: `user ${owner}/${name}` };
        context.about = about;
        checkRightsOver(user as Draft, context);
        const own = caller.type === 'user' ? caller.session : undefined;
        const data = await db.transaction(async (sql) => {
          const isMeant = (id: string) => (sessions ? sessions.includes(shownId(id)) : id !== own);
          const ended = await endSome(sql, user as Draft, now, isMeant);
          if (sessions && ended === 0)
            throw new Refusal('not-found', { kind: 'Session', id: sessions.join().slice(0, 200) });
          // Tokens without a session end too, such as those of programs that know the password.
          const work: Work = { sql, registry, box, store, caller, now };
          if (!sessions && !isUser(caller, owner, name)) await endSignIns(user as Draft, work);
          await record({ sql }, context, { ...about, reason: sessions ? 'one session' : 'all sessions' });
          return ended;
        });
        return { data };
      },
    },
  ];
}
