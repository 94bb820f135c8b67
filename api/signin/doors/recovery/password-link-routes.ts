import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { authorize } from '../../../core/authorize.ts';
import { isImpersonated } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import { checkRightsOver } from '../../../core/objects/rules/check-rights.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { parsed, parsedStrictly } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { attempts } from '../../browser/attempts.ts';
import { mayRecover } from '../../codes/receiver.ts';
import { limits, spend } from '../../locks/limits.ts';
import { tellUser } from '../../notices/account-notice.ts';
import { markOf, openTicket, ticketExpired } from '../../notices/letter-ticket.ts';
import { applicationOfUser } from '../../place/application-of-user.ts';
import type { PortalDeps } from '../../place/portal-deps.ts';
import { refuseClosedRecovery } from '../../place/refuse-closed-recovery.ts';
import { refusePasswordLink } from '../../recovery/password-link.ts';
import { proven, recovery } from '../../recovery/steps.ts';

const tag = 'Account';
const purpose = 'password-link';
const named = z.string().min(1).max(100);

const sendForm = z.object({
  owner: named.describe('Organization of the user.'),
  name: named.describe('Name of the user.'),
});
const openForm = z.object({
  ticket: z.string().min(1).max(2000).describe('The ticket in the link of the letter.'),
});
const opened = z.object({ name: z.string().describe('Name of the user.') });

/**
 * A letter from an administrator, with a link by which its reader chooses a password: an invitation for users without one. As with
 * recovery, a person who reads the user's mail may set the password.
 */
export function passwordLinkRoutes(deps: PortalDeps): Route[] {
  const { db, store, box } = deps;

  const send: Route = {
    method: 'POST',
    path: '/api/send-password-link',
    summary:
      'Sends a letter to a user, with a link by which they choose their password. It works once, for seven days.',
    tag,
    permission: 'organizationAdmin',
    freshProof: true,
    body: emit(sendForm),
    async handle({ context, body, http }) {
      const { owner, name } = parsedStrictly(sendForm, body);
      const { caller, now } = context;
      authorize('organizationAdmin', caller, { organization: owner });
      if (isImpersonated(caller)) throw new Refusal('impersonated');
      const user = (await store('user').find(db, owner, name)) as (Draft & User) | undefined;
      if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      // Nobody gives a right that they do not hold.
      checkRightsOver(user, context);
      await refusePasswordLink(deps, user);
      await spend(db, [limits.passwordLinksTo(owner, name)], now);
      await db.transaction(async (sql) => {
        const link = { userId: user.id, mark: markOf(user), time: now.toISOString() };
        const subject = user.password ? 'passwordLink' : 'invitation';
        const { language } = http.res.locals;
        await tellUser(sql, deps, { user, to: user.email, subject, passwordLink: link, language });
        await record({ sql }, context, { ...context.about, reason: subject });
      });
      return {};
    },
  };

  const open: Route = {
    method: 'POST',
    path: '/api/open-password-link',
    summary: 'Begins a new password by the link of a letter. Then this browser may set one for ten minutes.',
    tag,
    permission: 'anyone',
    setsSession: true,
    body: emit(openForm),
    answer: { data: emit(opened) },
    async handle({ context, body, http }) {
      const { now, clientIp } = context;
      await spend(db, [limits.lookupsFrom(clientIp)], now);
      const { userId, mark } = openTicket(box, purpose, parsed(openForm, body).ticket, now);
      const user = (await store('user').findBy(db, { id: userId })) as (Draft & User) | undefined;
      if (!mayRecover(user) || markOf(user) !== mark) throw ticketExpired(purpose);
      const { owner, name } = user;
      const about = { organization: owner, user: { owner, name }, object: `user ${owner}/${name}` };
      context.about = { organization: owner, object: about.object };
      const application = await applicationOfUser(deps, user);
      if (!application?.isEnabled) throw new Refusal('application-disabled');
      refuseClosedRecovery(application);
      await db.transaction(async (sql) => {
        // A new password meanwhile ends the ticket, and all that it began.
        const locked = (await store('user').find(sql, owner, name, 'forUpdate')) as (Draft & User) | undefined;
        if (!locked || markOf(locked) !== mark) throw ticketExpired(purpose);
        const begun = { owner, user: name, application: application.name, purpose: recovery, steps: [proven] };
        await attempts(deps).begin(sql, http, begun, now);
        await record({ sql }, context, about);
      });
      return { data: { name } };
    },
  };

  return [send, open];
}
