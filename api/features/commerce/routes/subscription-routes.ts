import { emit } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Route } from '../../../http/route.ts';
import type { CommerceDeps } from '../deps.ts';
import { buyerOf } from '../orders/buyer.ts';
import { ownSubscription, setCancelled, subscriptionsOf } from '../plans/own-subscriptions.ts';

const tag = 'Subscription';

const subscriptionQuery = { id: { about: "owner/name of the caller's subscription.", required: true } } as const;

/** What people see and do about their own subscriptions. */
export function subscriptionRoutes(deps: CommerceDeps): Route[] {
  const setting = (path: Route['path'], summary: string, isCancelled: boolean): Route => ({
    ...{ method: 'POST', path, summary, tag, permission: 'signedIn', query: subscriptionQuery },
    async handle({ context, query: { id = '' } }) {
      await setCancelled(deps, context, await buyerOf(deps, context), { id, isCancelled });
      return {};
    },
  });
  return [
    {
      method: 'GET',
      path: '/api/get-own-subscriptions',
      summary: 'Lists the subscriptions of the signed-in person, the latest first.',
      tag,
      permission: 'signedIn',
      answer: { data: { type: 'array', items: emit(ownSubscription) } },
      async handle({ context: { caller } }) {
        if (caller.type !== 'user') throw new Refusal('sign-in-first');
        return { data: await subscriptionsOf(deps, caller) };
      },
    },
    setting('/api/cancel-subscription', "Ends the caller's subscription at its end.", true),
    setting('/api/resume-subscription', 'Takes back that a subscription ends, until its end.', false),
  ];
}
