import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { monthsOf, type Period } from '@doorwright/crds/options/periods.ts';
import { dayOfMonth, monthsLater } from '@doorwright/crds/values/calendar-months.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { idOf, lockSubscriber, planOf, subscriptionAt } from './find.ts';
import { spendRest } from './rest-of-money.ts';
import { overAt } from './running.ts';
import { addSubscription, changeSubscription } from './write.ts';

export type Parts = Pick<Work, 'sql' | 'store' | 'now'>;
export type Order = Pick<
  Payment,
  | 'name'
  | 'organization'
  | 'user'
  | 'plan'
  | 'pricing'
  | 'period'
  | 'subscription'
  | 'periodStart'
  | 'periodEnd'
  | 'amount'
  | 'credit'
  | 'creditUntil'
>;

interface Term {
  start: string;
  end: string;
  day: number;
}

/** A plan that somebody has chosen for the time after the present one, which still runs. */
const isNext = (order: Order, found: Subscription, now: Date): boolean =>
  found.nextPlan === order.plan && Date.parse(found.endDate) > now.getTime();

/** A period follows the one before, also if it is paid in the days of grace. After these, and for another plan, it begins now. */
function termOf(order: Order, found: Subscription | undefined, plan: Plan, now: Date): Term {
  const isOwn = found?.plan === order.plan && found.endDate !== '' && overAt(found, plan) > now.getTime();
  const isProlonged = found && (isOwn || isNext(order, found, now));
  const start = isProlonged ? found.endDate : now.toISOString();
  const day = (isProlonged && found.billingDay) || dayOfMonth(start);
  return { start, day, end: monthsLater(start, monthsOf[order.period as Period], day) };
}

/** Without its credit, the money is worth a part of the period. */
function shortened({ start, end, day }: Term, { amount, credit }: Order): Term {
  const ms = BigInt(Date.parse(end) - Date.parse(start));
  const part = Number((ms * BigInt(amount)) / BigInt(amount + credit));
  return { start, day, end: new Date(Date.parse(start) + part).toISOString() };
}

/** Spends the credit of a change. It is there once: a second order with the same credit gets what its own money is worth. */
async function credited(parts: Parts, order: Order, found: Subscription | undefined, term: Term): Promise<Term> {
  if (order.credit === 0) return term;
  const isThere = found && found.plan !== order.plan && found.endDate === order.creditUntil;
  if (!isThere || Date.parse(found.endDate) <= parts.now.getTime()) return shortened(term, order);
  await spendRest(parts, found);
  return term;
}

/**
 * Makes or prolongs the subscription that somebody has paid for, by exactly the period. Returns what the order keeps of it: nothing if the user
 * or the plan is gone.
 */
export async function givePeriod(parts: Parts, context: RequestContext, order: Order): Promise<Partial<Payment>> {
  const user = await lockSubscriber({ owner: order.organization, name: order.user }, parts);
  const plan = await planOf(order.plan, parts);
  if (!user || !plan) return {};
  const found = await subscriptionAt(order.pricing, user, parts);
  const { start, end, day } = await credited(parts, order, found, termOf(order, found, plan, parts.now));
  const [owner = ''] = order.pricing.split('/');
  const fields = {
    ...{ pricing: order.pricing, endDate: end, billingDay: day, endedTime: '' },
    ...(found && isNext(order, found, parts.now)
      ? { plan: found.plan, nextPlanTime: found.nextPlanTime || start }
      : { plan: order.plan, nextPlan: '', nextPlanTime: '' }),
    // An administrator who stopped it decides when it goes on.
    state: found?.state === 'Suspended' ? 'Suspended' : 'Active',
  } as const;
  const isAnew = found && (found.endedTime !== '' || found.state === 'Trial');
  const after = found
    ? await changeSubscription(parts, context, found, {
        event: isAnew ? 'subscription-started' : 'subscription-renewed',
        fields,
      })
    : await addSubscription(parts, context, { owner, user: idOf(user), displayName: plan.displayName, ...fields });
  return { subscription: idOf(after), periodStart: start, periodEnd: end };
}
