import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Plan } from '@doorwright/crds/kinds/plan.ts';
import type { Pricing } from '@doorwright/crds/kinds/pricing.ts';
import type { Subscription } from '@doorwright/crds/kinds/subscription.ts';
import { currencies } from '@doorwright/crds/values/currencies.ts';
import { z } from 'zod';
import type { Caller } from '../../../core/callers.ts';
import { idOf, planOf, subscriptionAt } from '../../../kinds/subscription/find.ts';
import { runs } from '../../../kinds/subscription/running.ts';
import type { CommerceDeps } from '../deps.ts';
import { plansOf, pricingOf } from './offer.ts';

const shownPlan = z.object({
  ...{ id: z.string(), displayName: z.string(), description: z.string(), options: z.array(z.string()) },
  ...{ pricePerMonth: z.number(), pricePerYear: z.number(), currency: z.enum(currencies) },
});

const own = z.object({
  plan: z.string().describe('The plan that the caller has, as owner/name.'),
  state: z.string(),
  endDate: z.string(),
  isRunning: z.boolean(),
  nextPlan: z.string().describe('The plan that follows at the end, as owner/name.'),
  renewalTime: z.string().describe('When the payment service renews it by itself. Empty if each period is ordered.'),
});

/** What the page of a pricing shows. It holds nothing that its organization does not offer to everybody. */
export const pricingPage = z.object({
  ...{ id: z.string(), displayName: z.string(), description: z.string() },
  signUp: z.string().describe('Application where visitors sign up for these plans. Empty if nobody can.'),
  trialDuration: z.number().describe('Days of the free trial. 0 for none.'),
  plans: z.array(shownPlan),
  own: own.nullable().describe("The caller's own subscription here."),
  tried: z.array(z.string()).describe('Plans that the caller has tried.'),
});

export type PricingPage = z.infer<typeof pricingPage>;

const show = (plan: Plan) => shownPlan.parse({ ...plan, id: idOf(plan), displayName: plan.displayName || plan.name });

async function ownOf(deps: CommerceDeps, found: Subscription): Promise<z.infer<typeof own>> {
  const plan = await planOf(found.plan, { sql: deps.db, store: deps.store });
  const isRunning = plan !== undefined && runs(found, plan, deps.now());
  return own.parse({ ...found, isRunning });
}

const subscriptionOf = async (deps: CommerceDeps, caller: Caller, pricing: Pricing) =>
  caller.type === 'user' ? subscriptionAt(idOf(pricing), caller, { sql: deps.db, store: deps.store }) : undefined;

/** The application of a pricing, if people of its organization sign up there. */
async function signUpOf({ db, store }: CommerceDeps, { application, owner }: Pricing): Promise<string> {
  const found = (await store('application').find(db, 'admin', application)) as Application | undefined;
  return found?.isEnabled && found.enableSignUp && found.organization === owner ? found.name : '';
}

/** A pricing with its plans side by side, and what the caller has of it. */
export async function readPricingPage(deps: CommerceDeps, caller: Caller, id: string): Promise<PricingPage> {
  const pricing = await pricingOf(deps, id);
  const [plans, found, signUp] = await Promise.all([
    plansOf(deps, pricing),
    subscriptionOf(deps, caller, pricing),
    signUpOf(deps, pricing),
  ]);
  const { displayName, name, description, trialDuration } = pricing;
  return {
    ...{ id: idOf(pricing), displayName: displayName || name, description, signUp, trialDuration },
    plans: plans.map(show),
    own: found ? await ownOf(deps, found) : null,
    tried: found?.trials ?? [],
  };
}
