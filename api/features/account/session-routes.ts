import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { aboutOwn, changingCaller, ownCaller } from './own-caller.ts';
import { endOwnSessions, ownSessions } from './own-sessions.ts';

const application = z.object({
  name: z.string(),
  clientId: z.string(),
  displayName: z.string(),
  logo: z.string(),
  homepageUrl: z.string(),
});

const answered = z.object({
  id: z.string().describe('A name for the session. It cannot be used as a cookie.'),
  isThis: z.boolean().describe('The session of this request.'),
  createdTime: z.string().describe('Time of the sign-in.'),
  lastSeenTime: z.string().describe('Time of the last request, to the minute.'),
  clientIp: z.string().describe('IP address from which the user signed in.'),
  country: z.string().describe('Country of the address, as an ISO 3166-1 alpha-2 code. Empty if it is not known.'),
  userAgent: z.string().describe('User agent of the browser.'),
  isImpersonated: z.boolean().describe('Support signed in with the master password.'),
  applications: z.array(application).describe('Applications that the user visited in this session.'),
});

const ending = z.object({
  sessions: z.array(z.string().max(100)).max(1000).default([]).describe('Names of the sessions to end.'),
  others: z.boolean().default(false).describe('Ends all sessions but the one of this request.'),
});

const tag = 'Account';
const permission = 'signedIn';

/** The user's own sessions. */
export function ownSessionRoutes({ db, config }: Pick<RouteDeps, 'db' | 'config'>): Route[] {
  const getSessions: Route = {
    method: 'GET',
    path: '/api/get-account-sessions',
    summary: 'Lists the sessions of the signed-in user: their browsers, and the applications that they visited.',
    tag,
    permission,
    answer: { data: { type: 'array', items: emit(answered) } },
    async handle({ context: { caller, now } }) {
      return { data: await ownSessions(db, ownCaller(caller), now, config.DOORWRIGHT_COUNTRY_DATABASE) };
    },
  };

  const endSessions: Route = {
    method: 'POST',
    path: '/api/end-account-sessions',
    summary: 'Ends sessions of the signed-in user, with their tokens. data is their number.',
    tag,
    permission,
    body: emit(ending),
    answer: { data: { type: 'integer' } },
    async handle({ context, body }) {
      const { sessions, others } = parsed(ending, body);
      const own = changingCaller(context.caller);
      const wanted = others ? 'others' : sessions;
      context.about = aboutOwn(own);
      const data = await db.transaction(async (sql) => {
        const ended = await endOwnSessions(sql, own, wanted, context.now);
        if (ended === 0 && !others)
          throw new Refusal('not-found', { kind: 'Session', id: sessions.join().slice(0, 200) });
        await record({ sql }, context, { ...aboutOwn(own), reason: others ? 'all other sessions' : 'session' });
        return ended;
      });
      return { data };
    },
  };

  return [getSessions, endSessions];
}
