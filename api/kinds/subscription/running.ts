import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';

/**
 * When a subscription is over. A period that somebody paid for and that nobody has ended stays for the plan's days of grace. A trial, a cancelled
 * subscription and one that an administrator made end at their end. One that renews stays for a day at least: vendors take the money after the end.
 */
export const overSql = `(subscription.end_date + CASE WHEN subscription.pricing <> '' AND subscription.state IN ('Active', 'PastDue')
  THEN make_interval(days => greatest(plan.grace_days, CASE WHEN subscription.renewal_order <> '' THEN 1 ELSE 0 END))
  ELSE make_interval() END)`;

/** Tells whether a subscription runs at `:now`. Its dates say so, so no job can be late. */
export const runsSql = `subscription.is_enabled AND plan.is_enabled
  AND subscription.state IN ('Active', 'Trial', 'PastDue', 'Cancelled')
  AND coalesce(subscription.start_date <= :now, true) AND coalesce(${overSql} > :now, true)`;

/** The tables of both, joined. */
export const withPlanSql = (table: (kind: string) => string) =>
  `${table('subscription')} AS subscription JOIN ${table('plan')} AS plan
   ON plan.owner = split_part(subscription.plan, '/', 1) AND plan.name = split_part(subscription.plan, '/', 2)`;

const dayMs = 86_400_000;
const live: readonly Subscription['state'][] = ['Active', 'Trial', 'PastDue', 'Cancelled'];

/** The same as `overSql`. Infinity without an end. */
export function overAt(
  { endDate, pricing, state, renewalOrder }: Subscription,
  { graceDays }: Pick<Plan, 'graceDays'>,
): number {
  if (!endDate) return Number.POSITIVE_INFINITY;
  const hasGrace = pricing !== '' && (state === 'Active' || state === 'PastDue');
  return Date.parse(endDate) + (hasGrace ? Math.max(graceDays, renewalOrder ? 1 : 0) * dayMs : 0);
}

/** The same as `runsSql`, for a subscription that has begun. */
export const runs = (subscription: Subscription, plan: Pick<Plan, 'graceDays' | 'isEnabled'>, now: Date): boolean =>
  subscription.isEnabled &&
  plan.isEnabled &&
  live.includes(subscription.state) &&
  overAt(subscription, plan) > now.getTime();
