import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Period } from '@doorwright/crds/options/periods.ts';
import { priceOf } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { idOf, lockSubscriber, planOf, subscriptionAt } from '../../../kinds/subscription/find.ts';
import { noRenewal } from '../../../kinds/subscription/renewal.ts';
import { restOfMoney } from '../../../kinds/subscription/rest-of-money.ts';
import { runs } from '../../../kinds/subscription/running.ts';
import { changeSubscription } from '../../../kinds/subscription/write.ts';
import type { CommerceDeps } from '../deps.ts';
import type { Sale } from '../orders/sale.ts';
import { type Offer, offerFor, priceFor } from './offer.ts';
import { type Asked, assertNotStopped, type Credit, saleOf } from './plan-sale.ts';

/** A dearer plan in the same currency. Any other one begins at the end of the present one. */
function isUpgrade(present: Plan, plan: Plan, period: Period): boolean {
  const [from, to] = [priceFor(present, period), priceFor(plan, period)];
  return from.currency === to.currency && to.amount > from.amount;
}

interface Present {
  found: Subscription;
  plan: Plan;
}

async function presentOf(deps: CommerceDeps, user: User, { pricing }: Offer): Promise<Present> {
  const parts = { sql: deps.db, store: deps.store };
  const found = await subscriptionAt(idOf(pricing), user, parts);
  assertNotStopped(found);
  const plan = found && (await planOf(found.plan, parts));
  if (!found || !plan || !runs(found, plan, deps.now())) throw new Refusal('subscription-over');
  if (found.nextPlanTime) throw new Refusal('plan-change-paid');
  // Nothing is paid yet, so the other plan is bought as a first one.
  if (found.state === 'Trial') throw new Refusal('plan-in-trial');
  return { found, plan };
}

/** Keeps the plan that begins at the end of the present one, as soon as somebody pays for it. The present plan itself takes that back. */
async function setNextPlan(
  deps: CommerceDeps,
  context: RequestContext,
  user: User,
  { pricing, plan }: Offer,
): Promise<void> {
  await deps.db.transaction(async (sql) => {
    const parts = { sql, store: deps.store, now: context.now };
    await lockSubscriber(user, parts);
    const found = await subscriptionAt(idOf(pricing), user, parts);
    if (!found || found.nextPlanTime) throw new Refusal('plan-change-paid');
    const nextPlan = found.plan === idOf(plan) ? '' : idOf(plan);
    if (nextPlan === found.nextPlan) return;
    // The vendor must not take money for the plan that ends. The person chooses again with the next order.
    await changeSubscription(parts, context, found, { event: '', fields: { nextPlan, ...noRenewal } });
  });
}

/** What the rest of the paid time is worth towards an upgrade. Undefined for a change that waits for the end. */
async function creditFor(
  deps: CommerceDeps,
  { found, plan }: Present,
  offer: Offer,
  period: Period,
): Promise<Credit | undefined> {
  if (!isUpgrade(plan, offer.plan, period)) return;
  const { amount, currency } = priceFor(offer.plan, period);
  const credit = await restOfMoney({ sql: deps.db, store: deps.store, now: deps.now() }, found, currency);
  return credit < amount ? { credit, creditUntil: found.endDate } : undefined;
}

export const planChange = z.object({
  isAtOnce: z.boolean().describe('The plan changes with the payment. Otherwise it changes at the end.'),
  price: z.number().describe('What is left to pay now.'),
  endDate: z.string().describe('End of the present plan.'),
});

/** What a change of plan costs, and when it happens. */
export async function quoteChange(deps: CommerceDeps, user: User, asked: Omit<Asked, 'provider'>) {
  const offer = await offerFor(deps, user, asked);
  const present = await presentOf(deps, user, offer);
  const credit = await creditFor(deps, present, offer, asked.period);
  const { amount, currency } = priceFor(offer.plan, asked.period);
  const { endDate } = present.found;
  if (!credit) return { isAtOnce: false, price: 0, endDate };
  return { isAtOnce: true, price: priceOf({ amount: amount - credit.credit, currency }), endDate };
}

/**
 * Changes the plan of a subscription. For an upgrade, the rest of the paid time counts as money, and the sale of the new plan costs the difference. Where
 * nothing is left to pay, and for a cheaper plan, the change waits for the end: then there is no sale.
 */
export async function changePlan(
  deps: CommerceDeps,
  context: RequestContext,
  user: User,
  asked: Asked,
): Promise<Sale | undefined> {
  const offer = await offerFor(deps, user, asked);
  const present = await presentOf(deps, user, offer);
  const credit = await creditFor(deps, present, offer, asked.period);
  if (credit) return saleOf(deps, user, offer, { ...asked, credit });
  await setNextPlan(deps, context, user, offer);
  return undefined;
}
