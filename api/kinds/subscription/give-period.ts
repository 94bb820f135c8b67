import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { monthsOf, type Period } from '@doorwright/crds/options/periods.ts';
import { dayOfMonth, monthsLater } from '@doorwright/crds/values/calendar-months.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { idOf, lockSubscriber, planOf, subscriptionAt } from './find.ts';
import { overAt } from './running.ts';
import { addSubscription, changeSubscription } from './write.ts';

export type Parts = Pick<Work, 'sql' | 'store' | 'now'>;
export type Order = Pick<
  Payment,
  'name' | 'organization' | 'user' | 'plan' | 'pricing' | 'period' | 'subscription' | 'periodStart' | 'periodEnd'
>;

interface Term {
  start: string;
  end: string;
  day: number;
}

/** A period follows the one before, also if it is paid in the days of grace. After these, and for another plan, it begins now. */
function termOf(order: Order, found: Subscription | undefined, plan: Plan, now: Date): Term {
  const isProlonged = found && found.plan === order.plan && found.endDate && overAt(found, plan) > now.getTime();
  const start = isProlonged ? found.endDate : now.toISOString();
  const day = (isProlonged && found.billingDay) || dayOfMonth(start);
  return { start, day, end: monthsLater(start, monthsOf[order.period as Period], day) };
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
  const { start, end, day } = termOf(order, found, plan, parts.now);
  const [owner = ''] = order.pricing.split('/');
  const fields = {
    ...{ plan: order.plan, pricing: order.pricing, endDate: end, billingDay: day, endedTime: '' },
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
