import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { idOf, lockSubscriber, planOf } from '../../../kinds/subscription/find.ts';
import { noRenewal } from '../../../kinds/subscription/renewal.ts';
import { overAt, runs } from '../../../kinds/subscription/running.ts';
import { changeSubscription } from '../../../kinds/subscription/write.ts';
import type { CommerceDeps } from '../deps.ts';
import { assertNotStopped } from './plan-sale.ts';

/** A subscription as its user sees it. */
export const ownSubscription = z.object({
  id: z.string().describe('owner/name of the subscription.'),
  ...{ plan: z.string(), planDisplayName: z.string(), state: z.string(), startDate: z.string(), endDate: z.string() },
  pricing: z.string().describe('Pricing where the user chose it, as owner/name. Empty if an administrator made it.'),
  nextPlan: z.string().describe('Plan that follows at the end, as owner/name.'),
  isRunning: z.boolean().describe('The plan is there now, also by its days of grace.'),
  until: z.string().describe('The end with the days of grace. Empty without an end.'),
  renewalTime: z.string().describe('When the payment service renews it by itself. Empty if each period is ordered.'),
  renewalType: z.string().describe('Type of the payment service that renews it, for example Stripe.'),
});

/** The service that renews a subscription. */
async function renewalTypeOf({ db, store }: CommerceDeps, { renewalOrder }: Subscription): Promise<string> {
  const order = renewalOrder ? await store('payment').find(db, 'admin', renewalOrder) : undefined;
  return String(order?.type ?? '');
}

async function show(deps: CommerceDeps, found: Subscription, plan: Plan) {
  const now = deps.now();
  const over = overAt(found, plan);
  return ownSubscription.parse({
    ...found,
    renewalType: await renewalTypeOf(deps, found),
    ...{ id: idOf(found), planDisplayName: plan.displayName || plan.name, isRunning: runs(found, plan, now) },
    until: Number.isFinite(over) ? new Date(over).toISOString() : '',
  });
}

/** The subscriptions of a user that an administrator has not switched off, the latest first. */
export async function subscriptionsOf(deps: CommerceDeps, user: Pick<User, 'owner' | 'name'>) {
  const { db, store } = deps;
  const rows = await db(store('subscription').table)
    .where({ user: idOf(user), is_enabled: true })
    .orderBy('created_time', 'desc')
    .limit(100);
  const shown = rows.map(async (row) => {
    const found = store('subscription').fromRow(row) as unknown as Subscription;
    const plan = await planOf(found.plan, { sql: db, store });
    return plan && show(deps, found, plan);
  });
  return (await Promise.all(shown)).filter((each) => each !== undefined);
}

/** Ends a subscription at its end, or takes that back before the end. A subscription that waits for a payment ends at once. */
export async function setCancelled(
  deps: CommerceDeps,
  context: RequestContext,
  user: User,
  { id, isCancelled }: { id: string; isCancelled: boolean },
): Promise<void> {
  const slash = id.indexOf('/');
  await deps.db.transaction(async (sql) => {
    const parts = { sql, store: deps.store, now: context.now };
    await lockSubscriber(user, parts);
    const found = (await parts
      .store('subscription')
      .find(sql, id.slice(0, slash), id.slice(slash + 1), 'forNoKeyUpdate')) as Subscription | undefined;
    // Administrators end what they have made.
    if (!found?.pricing || found.user !== idOf(user)) throw new Refusal('subscription-missing', { id });
    assertNotStopped(found);
    const plan = await planOf(found.plan, parts);
    if (!plan || !runs(found, plan, context.now)) throw new Refusal('subscription-over');
    if ((found.state === 'Cancelled') === isCancelled) return;
    const resumed = found.billingDay > 0 ? 'Active' : 'Trial';
    // A renewal that was cancelled does not come back: the vendor has ended it. The next period is an order.
    await changeSubscription(parts, context, found, {
      event: isCancelled ? 'subscription-cancelled' : '',
      fields: { state: isCancelled ? 'Cancelled' : resumed, ...(isCancelled && noRenewal) },
    });
  });
}
