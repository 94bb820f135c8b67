import { type Period, periods } from '@doorwright/crds/options/periods.ts';
import type { Plan, Pricing } from './use-pricing.ts';

/** The plan and the period that a visitor has chosen. The address keeps both, so they outlive sign-in. */
export interface Choice {
  plan: string;
  period: Period;
}

export const priceIn = ({ pricePerMonth, pricePerYear }: Plan, period: Period): number =>
  ({ month: pricePerMonth, year: pricePerYear })[period];

/** The periods in which at least one plan is sold. */
export const soldPeriods = ({ plans }: Pricing): Period[] =>
  periods.filter((period) => plans.some((plan) => priceIn(plan, period) > 0));

export function choiceIn(query: URLSearchParams, pricing: Pricing): Choice {
  const sold = soldPeriods(pricing);
  const period = sold.find((each) => each === query.get('period')) ?? sold[0] ?? 'month';
  const plan = pricing.plans.find(({ id }) => id === query.get('plan'))?.id ?? '';
  return { plan, period };
}

export function keepInAddress({ plan, period }: Choice): void {
  const query = new URLSearchParams({ period, ...(plan && { plan }) });
  history.replaceState(history.state, '', `${location.pathname}?${query}`);
}

/** Whether the visitor has another plan here, so that this one is a change. A trial is no plan that anybody has paid for. */
export const isChange = ({ own }: Pricing, plan: string): boolean =>
  own?.isRunning === true && own.state !== 'Trial' && own.plan !== plan && own.nextPlan !== plan;

/** Whether a payment service renews the plan of the visitor. After a failed charge they may pay by hand. */
export const renews = ({ own }: Pricing): boolean =>
  own?.isRunning === true && own.state === 'Active' && own.renewalTime !== '';

/** Whether the visitor can try the plan: once, and without another plan here. */
export const isTriable = ({ trialDuration, own, tried }: Pricing, plan: string): boolean =>
  trialDuration > 0 && !own?.isRunning && !tried.includes(plan);
