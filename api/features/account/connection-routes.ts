import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { connectionsOf, endConnection } from '../../kinds/token/connections.ts';
import { aboutOwn, changingCaller, type OwnCaller, ownCaller } from './own-caller.ts';
import { shownApplications } from './shown-applications.ts';

const answered = z.object({
  name: z.string().describe('Name of the application.'),
  clientId: z.string(),
  displayName: z.string(),
  logo: z.string(),
  homepageUrl: z.string(),
  scopes: z.array(z.string()).describe('Scopes that the application may use.'),
  since: z.string().describe('Time of the agreement, or of the first grant.'),
});

const ending = z.object({ application: z.string().min(1).max(100).describe('Name of the application.') });

const tag = 'Account';
const permission = 'signedIn';

/** The applications that act for the user. */
export function connectionRoutes({ db, store }: Pick<RouteDeps, 'db' | 'store'>): Route[] {
  async function connected(sql: Sql, { owner, name }: OwnCaller, now: Date) {
    const user = (await store('user').find(sql, owner, name)) as unknown as User | undefined;
    if (!user) throw new Refusal('sign-in-first');
    const connections = await connectionsOf(sql, user.id, now);
    const shown = await shownApplications(sql, { clientIds: connections.map(({ clientId }) => clientId) });
    const rows = connections.flatMap(({ clientId, scopes, since }) => {
      const application = shown.find((each) => each.clientId === clientId);
      return application ? [{ ...application, scopes, since: since.toISOString() }] : [];
    });
    return { user, rows };
  }

  const getConnections: Route = {
    method: 'GET',
    path: '/api/get-account-connections',
    summary: 'Lists the applications that act for the signed-in user, with their scopes.',
    tag,
    permission,
    answer: { data: { type: 'array', items: emit(answered) } },
    handle: async ({ context: { caller, now } }) => ({ data: (await connected(db, ownCaller(caller), now)).rows }),
  };

  const endOne: Route = {
    method: 'POST',
    path: '/api/end-account-connection',
    summary: 'Withdraws the consent of the signed-in user to an application, and ends its tokens.',
    tag,
    permission,
    body: emit(ending),
    async handle({ context, body }) {
      const form = parsed(ending, body);
      const own = changingCaller(context.caller);
      context.about = aboutOwn(own);
      await db.transaction(async (sql) => {
        const { user, rows } = await connected(sql, own, context.now);
        const found = rows.find(({ name }) => name === form.application);
        if (!found) throw new Refusal('not-found', { kind: 'Application', id: form.application });
        const parties = { accountId: user.id, clientId: found.clientId, owner: own.owner, user: own.name };
        await endConnection(sql, { ...parties, application: found.name });
        await record({ sql }, context, { ...aboutOwn(own), reason: `application ${found.name}` });
      });
      return {};
    },
  };

  return [getConnections, endOne];
}
