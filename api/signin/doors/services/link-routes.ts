import type { User } from '@doorwright/crds/kinds/user.ts';
import { linkedProviders, linkFieldOf } from '@doorwright/crds/providers/links.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { administers, isUser } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import { checkRightsOver } from '../../../core/objects/rules/check-rights.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import { mayChangeItem } from '../../../kinds/user/account-items.ts';
import { countWrong, refuseLocked } from '../../locks/guesses.ts';
import { callbackGuesses } from '../../locks/limits.ts';
import { applicationNamed } from '../../place/applications.ts';
import type { AccountDeps } from '../../place/deps.ts';
import { accountOf, answerFields } from '../../services/answer.ts';
import { linkingUser, passwordFor } from '../../services/linking-user.ts';
import { link, unlink } from '../../services/links.ts';
import { providerRequests } from '../../services/requests.ts';
import { refuseFixed, refuseLastWay } from '../../services/unlink-rules.ts';
import { usableProvider } from '../../services/usable-provider.ts';

const linkForm = z.object(answerFields);

const unlinkForm = z.object({
  providerType: z.enum(linkedProviders as [string, ...string[]]).describe('Type of the provider.'),
  user: z
    .object({ owner: z.string().max(100), name: z.string().max(100) })
    .optional()
    .describe('The user, for an administrator. By default it is the caller.'),
});

/** A user links an account at another service, or removes the link. */
export function linkRoutes(deps: AccountDeps): Route[] {
  const { db, store } = deps;
  const requests = providerRequests(deps);

  const linkAccount: Route = {
    method: 'POST',
    path: '/api/link',
    summary: 'Links the account of an answer to the signed-in user who began the request with the purpose `link`.',
    tag: 'Account',
    permission: 'signedIn',
    setsSession: true,
    body: emit(linkForm),
    answer: { data: { type: 'boolean' } },
    async handle({ context, body, http }) {
      const form = parsed(linkForm, body);
      const { caller, now } = context;
      const { user, session } = await linkingUser(deps, caller, { now, passwordWithinMs: passwordFor.finish });
      context.about = { organization: user.owner, object: `user ${user.owner}/${user.name}` };
      const counters = callbackGuesses(context.clientIp);
      await refuseLocked(db, counters, now);
      const found = { state: form.state, browser: requests.browserOf(http.req), now };
      const request = await requests.take(found, 'link').catch(async (error) => {
        await countWrong(db, counters, now);
        throw error;
      });
      // Another user may have signed in meanwhile.
      if (request.session !== session) throw new Refusal('provider-request-unknown');
      const { application } = await applicationNamed(deps, request.application);
      const { provider } = await usableProvider(deps, request.provider, application, user.owner);
      const userAgent = http.req.get('User-Agent') ?? '';
      const asked = { provider, organization: application.organization, userAgent, now };
      const account = await accountOf(deps, request, form, asked);
      await db.transaction(async (sql) => {
        await link(sql, deps, user, account);
        await record({ sql }, context, { ...context.about, reason: `provider ${provider.name}` });
      });
      return { data: true };
    },
  };

  const unlinkAccount: Route = {
    method: 'POST',
    path: '/api/unlink',
    summary: 'Removes the link of a user to an account at another service.',
    tag: 'Account',
    permission: 'signedIn',
    body: emit(unlinkForm),
    async handle({ context, body }) {
      const { providerType: type, user: named } = parsed(unlinkForm, body);
      const { caller } = context;
      if (caller.type !== 'user' && !named) throw new Refusal('sign-in-first');
      const { owner, name } = named ?? (caller as { owner: string; name: string });
      const isSelf = isUser(caller, owner, name) && caller.type === 'user' && caller.session !== undefined;
      const isAdministrator = administers(caller, owner);
      if (!isSelf && !isAdministrator) throw new Refusal('unauthorized');
      if (caller.type === 'user' && caller.impersonated) throw new Refusal('impersonated');
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      const items = (await cachedObjectsOf({ db, store }).organizationNamed(owner))?.accountItems ?? [];
      if (!mayChangeItem(isAdministrator ? 'administrator' : 'self', '3rd-party logins', items))
        throw new Refusal('field-rule', { field: '3rd-party logins' });
      await db.transaction(async (sql) => {
        const user = (await store('user').find(sql, owner, name, 'forNoKeyUpdate')) as (Draft & User) | undefined;
        if (user && !isUser(caller, owner, name)) checkRightsOver(user, { caller });
        if (!user?.[linkFieldOf(type)]) throw new Refusal('link-missing');
        if (!isAdministrator) await refuseFixed({ sql, store }, user, type);
        if (isUser(caller, owner, name)) await refuseLastWay({ sql, store }, user, type);
        await unlink(sql, user, type);
        await record({ sql }, context, { ...context.about, reason: `provider type ${type}` });
      });
      return {};
    },
  };

  return [linkAccount, unlinkAccount];
}
