import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Pricing } from '@doorwright/crds/kinds/pricing.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Period } from '@doorwright/crds/options/periods.ts';
import { amountOf, type Money } from '@doorwright/crds/values/money.ts';
import { platform } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { idOf, planOf } from '../../../kinds/subscription/find.ts';
import type { CommerceDeps } from '../deps.ts';

export interface Offer {
  pricing: Pricing;
  plan: Plan;
}

/** A pricing that people see. One that is missing or disabled looks the same. */
export async function pricingOf({ db, store }: CommerceDeps, id: string): Promise<Pricing> {
  const slash = id.indexOf('/');
  const found = await store('pricing').find(db, id.slice(0, slash), id.slice(slash + 1));
  const pricing = found as Pricing | undefined;
  if (!pricing?.isEnabled) throw new Refusal('pricing-missing', { id });
  return pricing;
}

/** The plans of a pricing that one can choose, in its order. */
export async function plansOf({ db, store }: CommerceDeps, { plans }: Pricing): Promise<Plan[]> {
  const found = await Promise.all(plans.map((id) => planOf(id, { sql: db, store })));
  return found.filter((plan) => plan?.isEnabled) as Plan[];
}

/** Plans give roles of their organization, so they are for its people. Those of the platform are for everybody. */
const isFor = ({ owner }: Pick<User, 'owner'>, offered: { owner: string }) =>
  offered.owner === owner || offered.owner === platform;

/** A plan of a pricing that the buyer may choose. */
export async function offerFor(
  deps: CommerceDeps,
  buyer: User,
  { plan: id, pricing: at }: { plan: string; pricing: string },
): Promise<Offer> {
  const pricing = await pricingOf(deps, at);
  if (!isFor(buyer, pricing)) throw new Refusal('pricing-missing', { id: at });
  const plan = (await plansOf(deps, pricing)).find((each) => idOf(each) === id);
  if (!plan || !isFor(buyer, plan)) throw new Refusal('plan-missing', { id });
  return { pricing, plan };
}

/** The price of one period. */
export function priceFor({ pricePerMonth, pricePerYear, currency }: Plan, period: Period): Money {
  const price = { month: pricePerMonth, year: pricePerYear }[period];
  return { amount: amountOf(price, currency) ?? 0, currency };
}
