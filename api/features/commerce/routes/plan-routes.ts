import { type Period, periods } from '@doorwright/crds/options/periods.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Route, RouteRequest } from '../../../http/route.ts';
import { channelsFor, offered } from '../channels/channels-for.ts';
import type { CommerceDeps } from '../deps.ts';
import { beginOrder } from '../orders/begin-order.ts';
import { buyerOf } from '../orders/buyer.ts';
import { resultPage } from '../orders/pages.ts';
import type { Sale } from '../orders/sale.ts';
import { storeOrder } from '../orders/store-order.ts';
import { visitOf } from '../orders/visit.ts';
import { changePlan, planChange, quoteChange } from '../plans/change-plan.ts';
import { offerFor, priceFor } from '../plans/offer.ts';
import { type Asked, planSale } from '../plans/plan-sale.ts';
import { pricingPage, readPricingPage } from '../plans/pricing-page.ts';
import { startTrial } from '../plans/start-trial.ts';

const tag = 'Plan';

const planQuery = {
  id: { about: 'owner/name of the plan.', required: true },
  pricing: { about: 'owner/name of the pricing that offers it.', required: true },
} as const;

const orderQuery = {
  ...planQuery,
  period: { about: 'month or year.', required: true },
  providerName: { about: 'Name of the payment provider.', required: true },
} as const;

const buyQuery = {
  ...orderQuery,
  isRenewing: {
    about:
      'true if the payment service takes the money of each later period by itself, until somebody cancels. Empty for a single period.',
  },
} as const;

const isPeriod = (text: string): text is Period => (periods as readonly string[]).includes(text);

function periodOf(text = ''): Period {
  if (isPeriod(text)) return text;
  throw new Refusal(
    'invalid',
    {},
    { fields: [{ field: 'period', code: 'not-one-of', params: { allowed: periods.join(', ') } }] },
  );
}

const askedIn = (query: RouteRequest['query']): Asked => ({
  ...{ plan: query.id ?? '', pricing: query.pricing ?? '' },
  ...{ period: periodOf(query.period), provider: query.providerName ?? '', isRenewing: query.isRenewing === 'true' },
});

/** Plans that people choose by themselves: what they pay, try and end. */
export function planRoutes(deps: CommerceDeps): Route[] {
  const subscriptions = deps.registry.named('subscription');

  /** Places the order. Returns the address where it is paid. */
  async function placed(asked: RouteRequest, sale: Sale): Promise<string> {
    const visit = visitOf(asked);
    const { order, isNew } = await storeOrder(deps, asked.context, sale, visit.language);
    const begun = await beginOrder(deps, sale, order, { visit, isNew });
    return begun.payUrl || resultPage(deps.config, begun);
  }

  return [
    {
      method: 'GET',
      path: '/api/get-pricing-page',
      summary: 'Shows a pricing with its plans to everybody, and to signed-in people also what they have of it.',
      tag: 'Pricing',
      permission: 'anyone',
      query: { id: { about: 'owner/name of the pricing.', required: true } },
      answer: { data: emit(pricingPage) },
      handle: async ({ context, query: { id = '' } }) => ({ data: await readPricingPage(deps, context.caller, id) }),
    },
    {
      method: 'GET',
      path: '/api/get-plan-channels',
      summary: 'Lists the payment providers by which the caller can pay for a period of a plan.',
      tag,
      permission: 'signedIn',
      query: { ...planQuery, period: orderQuery.period },
      answer: { data: { type: 'array', items: emit(offered) } },
      async handle({ context, query }) {
        const buyer = await buyerOf(deps, context);
        const { pricing, plan } = await offerFor(deps, buyer, { plan: query.id ?? '', pricing: query.pricing ?? '' });
        const price = priceFor(plan, periodOf(query.period));
        return { data: await channelsFor(deps, pricing.providers, { organization: buyer.owner, price }) };
      },
    },
    {
      method: 'POST',
      path: '/api/buy-plan',
      summary: 'Orders a period of a plan for the signed-in person. data is the address where they pay.',
      tag,
      permission: 'signedIn',
      query: buyQuery,
      answer: { data: { type: 'string' } },
      async handle(asked) {
        const { context, query } = asked;
        return { data: await placed(asked, await planSale(deps, await buyerOf(deps, context), askedIn(query))) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-plan-change',
      summary: "Tells what a change of the caller's plan costs, and whether it happens at once.",
      tag,
      permission: 'signedIn',
      query: { ...planQuery, period: orderQuery.period },
      answer: { data: emit(planChange) },
      handle: async ({ context, query }) => ({
        data: await quoteChange(deps, await buyerOf(deps, context), askedIn(query)),
      }),
    },
    {
      method: 'POST',
      path: '/api/change-plan',
      summary:
        "Changes the plan of the caller's subscription. data is the address where they pay the difference, or empty if the plan changes at the end.",
      tag,
      permission: 'signedIn',
      query: {
        ...orderQuery,
        providerName: { about: 'Name of the payment provider, where something is left to pay.' },
      },
      answer: { data: { type: 'string' } },
      async handle(asked) {
        const { context, query } = asked;
        const sale = await changePlan(deps, context, await buyerOf(deps, context), askedIn(query));
        return { data: sale ? await placed(asked, sale) : '' };
      },
    },
    {
      method: 'POST',
      path: '/api/start-trial',
      summary:
        'Gives the signed-in person a plan for the days of its trial, once and without payment. data is the subscription.',
      tag,
      permission: 'signedIn',
      query: planQuery,
      answer: { data: emit(subscriptions.schema) },
      async handle({ context, query }) {
        const asked = { plan: query.id ?? '', pricing: query.pricing ?? '' };
        const begun = await startTrial(deps, context, await buyerOf(deps, context), asked);
        return { data: await deps.objects.show(subscriptions, context, { ...begun }) };
      },
    },
  ];
}
