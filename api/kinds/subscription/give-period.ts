import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { monthsOf, type Period } from '@doorwright/crds/options/periods.ts';
import { dayOfMonth, monthsLater } from '@doorwright/crds/values/calendar-months.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { idOf, lockSubscriber, planOf, subscriptionAt } from './find.ts';
import { noRenewal } from './renewal.ts';
import { renewedTerm } from './renewed-term.ts';
import { spendRest } from './rest-of-money.ts';
import { isNext, type Order, type Parts, shortened, type Term, termOf } from './term.ts';
import { addSubscription, changeSubscription } from './write.ts';

/** Spends the credit of a change. It is there once: a second order with the same credit gets what its own money is worth. */
async function credited(parts: Parts, order: Order, found: Subscription | undefined, term: Term): Promise<Term> {
  if (order.credit === 0) return term;
  const isThere = found && found.plan !== order.plan && found.endDate === order.creditUntil;
  if (!isThere || Date.parse(found.endDate) <= parts.now.getTime())
    return shortened(term, { amount: order.amount, full: order.amount + order.credit });
  await spendRest(parts, found);
  return term;
}

/** The last order that a person paid decides whether the subscription renews. A cycle of a renewal changes nothing about it. */
function renewalAfter({ name, period, isRenewing, renewalOf }: Order, now: string): Partial<Subscription> {
  if (renewalOf) return {};
  if (!isRenewing) return noRenewal;
  return { renewalOrder: name, renewalTime: monthsLater(now, monthsOf[period as Period], dayOfMonth(now)) };
}

/** An administrator who stopped it decides when it goes on. Money that arrives after a cancellation does not take it back. */
function stateAfter({ renewalOf }: Order, found: Subscription | undefined): Subscription['state'] {
  if (found?.state === 'Suspended') return 'Suspended';
  return renewalOf && found?.state === 'Cancelled' ? 'Cancelled' : 'Active';
}

/**
 * Makes or prolongs the subscription that somebody has paid for, by exactly the period. Returns what the order keeps of it: nothing if the user
 * or the plan is gone, or if the money of a renewal is worth no period.
 */
export async function givePeriod(parts: Parts, context: RequestContext, order: Order): Promise<Partial<Payment>> {
  const user = await lockSubscriber({ owner: order.organization, name: order.user }, parts);
  const plan = await planOf(order.plan, parts);
  if (!user || !plan) return {};
  const found = await subscriptionAt(order.pricing, user, parts);
  const whole = termOf(order, found, plan, parts.now);
  const term = await (order.renewalOf ? renewedTerm : credited)(parts, order, found, whole);
  if (!term) return {};
  const { start, end, day } = term;
  const [owner = ''] = order.pricing.split('/');
  const fields = {
    ...{ pricing: order.pricing, endDate: end, billingDay: day, endedTime: '' },
    ...(found && isNext(order, found, parts.now)
      ? { plan: found.plan, nextPlanTime: found.nextPlanTime || start }
      : { plan: order.plan, nextPlan: '', nextPlanTime: '' }),
    ...renewalAfter(order, parts.now.toISOString()),
    state: stateAfter(order, found),
  };
  const isAnew = found && (found.endedTime !== '' || found.state === 'Trial');
  const after = found
    ? await changeSubscription(parts, context, found, {
        event: isAnew ? 'subscription-started' : 'subscription-renewed',
        fields,
      })
    : await addSubscription(parts, context, { owner, user: idOf(user), displayName: plan.displayName, ...fields });
  return { subscription: idOf(after), periodStart: start, periodEnd: end };
}
