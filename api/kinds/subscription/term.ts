import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { monthsOf, type Period } from '@doorwright/crds/options/periods.ts';
import { dayOfMonth, monthsLater } from '@doorwright/crds/values/calendar-months.ts';
import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { overAt } from './running.ts';

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
  | 'currency'
  | 'credit'
  | 'creditUntil'
  | 'isRenewing'
  | 'renewalOf'
>;

export interface Term {
  start: string;
  end: string;
  day: number;
}

/** A plan that somebody has chosen for the time after the present one, which still runs. */
export const isNext = (order: Order, found: Subscription, now: Date): boolean =>
  found.nextPlan === order.plan && Date.parse(found.endDate) > now.getTime();

/** A period follows the one before, also if it is paid in the days of grace. After these, and for another plan, it begins now. */
export function termOf(order: Order, found: Subscription | undefined, plan: Plan, now: Date): Term {
  const isOwn = found?.plan === order.plan && found.endDate !== '' && overAt(found, plan) > now.getTime();
  const isProlonged = found && (isOwn || isNext(order, found, now));
  const start = isProlonged ? found.endDate : now.toISOString();
  const day = (isProlonged && found.billingDay) || dayOfMonth(start);
  return { start, day, end: monthsLater(start, monthsOf[order.period as Period], day) };
}

/** The money is worth a part of the period. */
export function shortened({ start, end, day }: Term, { amount, full }: { amount: number; full: number }): Term {
  const ms = BigInt(Date.parse(end) - Date.parse(start));
  const part = Number((ms * BigInt(amount)) / BigInt(full));
  return { start, day, end: new Date(Date.parse(start) + part).toISOString() };
}
