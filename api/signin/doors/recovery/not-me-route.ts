import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { record } from '../../../core/objects/history/records.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { endSignIns } from '../../../kinds/user/end-sign-ins.ts';
import { attempts } from '../../browser/attempts.ts';
import { mayRecover } from '../../codes/receiver.ts';
import { limits, spend } from '../../locks/limits.ts';
import { markOf, openTicket, ticketExpired } from '../../notices/letter-ticket.ts';
import { applicationOfUser } from '../../place/application-of-user.ts';
import type { PortalDeps } from '../../place/portal-deps.ts';
import { proven, recovery } from '../../recovery/steps.ts';

const ticketForm = z.object({
  ticket: z.string().min(1).max(2000).describe('The ticket in the link of the letter.'),
});

const answered = z.object({
  name: z.string().describe('Name of the user.'),
  mayReset: z.boolean().describe('This browser may now set a new password, for ten minutes.'),
});

/**
 * The answer to a letter about a sign-in from a new browser. It ends all sessions and tokens, and asks for a new password. A
 * person who reads the user's mail may recover the account anyway.
 */
export function notMeRoute(deps: PortalDeps): Route {
  const { db, store, box } = deps;
  return {
    method: 'POST',
    path: '/api/not-me',
    summary: 'Ends all sessions and tokens of a user who did not sign in, and begins a new password.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(ticketForm),
    answer: { data: emit(answered) },
    handle: async ({ context, body, http }) => {
      const { caller, now, clientIp } = context;
      await spend(db, [limits.lookupsFrom(clientIp)], now);
      const { userId, mark } = openTicket(box, 'not-me', parsed(ticketForm, body).ticket, now);
      return db.transaction(async (sql) => {
        const known = (await store('user').findBy(sql, { id: userId })) as User | undefined;
        const user =
          known &&
          ((await store('user').find(sql, known.owner, known.name, 'forUpdate')) as (Draft & User) | undefined);
        if (!user || user.id !== userId || markOf(user) !== mark) throw ticketExpired('not-me');
        const { owner, name } = user;
        const subject = { organization: owner, user: { owner, name }, object: `user ${owner}/${name}` };
        await endSignIns(user, { ...deps, sql, caller, now });
        await sql(store('trusted-device').table).where({ owner, user: name }).delete();
        const application = await applicationOfUser(deps, user);
        const mayReset = mayRecover(user) && application?.isEnabled === true && application.enablePassword;
        if (mayReset) {
          const begun = { owner, user: name, application: application.name, purpose: recovery, steps: [proven] };
          await attempts(deps).begin(sql, http, begun, now);
        }
        await record({ sql }, context, subject);
        return { data: { name, mayReset } };
      });
    },
  };
}
