import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Period } from '@doorwright/crds/options/periods.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { idOf, lockSubscriber, planOf, subscriptionAt } from '../../../kinds/subscription/find.ts';
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
    if (nextPlan !== found.nextPlan)
      await changeSubscription(parts, context, found, { event: '', fields: { nextPlan } });
  });
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
  const { found } = present;
  if (found.state === 'Trial') return saleOf(deps, user, offer, asked);
  if (isUpgrade(present.plan, offer.plan, asked.period)) {
    const price = priceFor(offer.plan, asked.period);
    const parts = { sql: deps.db, store: deps.store, now: deps.now() };
    const rest: Credit = {
      credit: await restOfMoney(parts, found, price.currency),
      creditUntil: found.endDate,
    };
    if (rest.credit < price.amount) return saleOf(deps, user, offer, { ...asked, credit: rest });
  }
  await setNextPlan(deps, context, user, offer);
  return undefined;
}
