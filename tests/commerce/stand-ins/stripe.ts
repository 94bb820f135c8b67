import type { Currency } from '@doorwright/crds/values/currencies.ts';
import { type Asked, json, type Said, startStandIns } from '../../services/stand-ins/stand-in.ts';
import { type BillingVendor, createBilling, returnedOf } from './billing.ts';
import { createStripeApi } from './stripe-api.ts';
import { invoiceChargeOf, invoiceOf, subscriptionOf } from './stripe-billing.ts';
import { createStripeEvents, webhookSecret } from './stripe-events.ts';
import { chargeOf, type Kept, refundedOf, sessionOf } from './stripe-objects.ts';
import type { Ledger } from './vendor.ts';

const account = 'acct_1DoorwrightTest';
const key = 'sk_test_51DoorwrightTestOnly';

/** The event that tells of an order's state. Nothing is told of an open one. */
function eventOf(kept: Kept): [type: string, object: object] {
  if (refundedOf(kept) > 0) return ['charge.refunded', chargeOf(kept)];
  if (kept.isPaid) return ['checkout.session.completed', sessionOf(kept, false)];
  if (kept.status === 'complete') return ['checkout.session.async_payment_failed', sessionOf(kept, false)];
  if (kept.status === 'expired') return ['checkout.session.expired', sessionOf(kept, false)];
  return ['product.created', { id: 'prod_1', object: 'product' }];
}

/**
 * Stands in for Stripe by docs.stripe.com/api (Checkout Sessions, Refunds, Errors, Idempotent requests, Events), docs.stripe.com/currencies,
 * docs.stripe.com/webhooks/signature, and for subscriptions (Subscriptions, Invoices, Invoice payments) the types of the package `stripe` 23.1, which are
 * generated from Stripe's OpenAPI description (read 2026-11-29). Its webhook endpoint is registered by hand, so it knows one address for all orders.
 */
export async function startStripe({ now = () => new Date(), notifyUrl = '' } = {}): Promise<BillingVendor> {
  const kept = new Map<string, Kept>();
  const billing = createBilling(({ id }, cycle) => `in_${id.slice(4)}${cycle}`);
  const api = createStripeApi(kept, billing, now);
  /** Answers of POST by idempotency key. */
  const answered = new Map<string, { asked: string; said: Said }>();

  function answer(asked: Asked): Said {
    if (asked.headers.authorization !== `Bearer ${key}`)
      return json(401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_*****Only' },
      });
    const name = asked.method === 'POST' ? asked.headers['idempotency-key'] : undefined;
    if (!name) return api(asked);
    const question = `${asked.url.pathname} ${asked.body}`;
    const before = answered.get(name);
    if (before && before.asked !== question)
      return json(400, {
        error: { type: 'idempotency_error', message: 'Keys can only be used with the same parameters.' },
      });
    const said = before?.said ?? api(asked);
    if (said.status === 200) answered.set(name, { asked: question, said });
    return said;
  }

  const standIns = await startStandIns([{ hosts: ['api.stripe.com'], answer }]);
  const orderOf = (id: string): Kept => {
    const found = [...kept.values()].find(({ order }) => order === id);
    if (!found) throw new Error(`Stripe has no order ${id}`);
    return found;
  };
  const openOf = (id: string): Kept => {
    const found = orderOf(id);
    if (found.status !== 'open' || found.expires * 1000 <= now().getTime()) throw new Error('The page has expired.');
    return found;
  };

  const { bodyOf, signed } = createStripeEvents(now);

  const vendor: BillingVendor = {
    isAway: false,
    isCardEmpty: false,
    agreements: () => billing.agreements,
    advance: (to) =>
      billing.advance(to, vendor.isCardEmpty).map(({ what, agreement, charge }) => {
        if (what === 'ended')
          return signed(bodyOf(['customer.subscription.deleted', subscriptionOf(agreement, now())]));
        const type = what === 'paid' ? 'invoice.paid' : 'invoice.payment_failed';
        return signed(bodyOf([type, invoiceOf(agreement, charge)]));
      }),
    cycleNotification(cycle) {
      const found = billing.chargeNamed(cycle);
      if (!found) throw new Error(`Stripe has no invoice ${cycle}`);
      const { agreement, charge } = found;
      return signed(
        returnedOf(charge) > 0
          ? bodyOf(['charge.refunded', invoiceChargeOf(agreement, charge)])
          : bodyOf(['invoice.paid', invoiceOf(agreement, charge)]),
      );
    },
    reroute(url) {
      // Nobody listens at port 1.
      return vendor.isAway && standIns.hosts.has(url.host) ? new URL('http://127.0.0.1:1/') : standIns.reroute(url);
    },
    provider: {
      category: 'Payment',
      type: 'Stripe',
      clientId: account,
      clientSecret: key,
      clientSecret2: webhookSecret,
    },
    orders: () =>
      [...kept.values()].map(({ order, amount, currency, successUrl }) => ({
        ...{ id: order, notifyUrl, returnUrl: successUrl },
        money: { amount, currency: currency.toUpperCase() as Currency },
      })),
    async pay(id) {
      const open = openOf(id);
      Object.assign(open, { status: 'complete', isPaid: true, paidAt: Math.floor(now().getTime() / 1000) });
      if (!open.interval) return;
      const { amount, currency, interval: unit } = open;
      const money = { amount, currency: currency.toUpperCase() as Currency };
      const subscription = open.id.replace(/^cs_test_/, 'sub_');
      const begun = billing.begin({ id: subscription, order: id, money, unit, start: now() });
      open.subscription = { id: subscription, invoice: begun.charges[0]?.id ?? '' };
    },
    async decline(id) {
      openOf(id).status = 'complete';
    },
    notification: async (id) => signed(bodyOf(eventOf(orderOf(id)))),
    async lie(id, lie) {
      const order = orderOf(id);
      const about = (changes: Partial<Kept>, more: object = {}) => bodyOf(eventOf({ ...order, ...changes }), more);
      const sent = signed(about({}));
      switch (lie) {
        case 'other-key':
          return signed(sent.body, 'whsec_of_somebody_else');
        case 'unsigned':
          return { ...sent, headers: { 'content-type': 'application/json' } };
        case 'changed-amount':
          return { ...sent, body: sent.body.replace(`"amount_total":${order.amount}`, '"amount_total":1') };
        case 'lower-amount':
          return signed(about({ amount: order.amount - 1 }));
        case 'other-currency':
          return signed(about({ currency: order.currency === 'eur' ? 'usd' : 'eur' }));
        case 'other-merchant':
          return signed(about({}, { account: 'acct_1SomebodyElse' }));
        case 'old':
          return signed(sent.body, webhookSecret, 2 * 3600);
        case 'cut':
          return { ...sent, body: sent.body.slice(0, sent.body.length / 2) };
      }
    },
    ledger() {
      const sums: Record<string, Ledger> = {};
      for (const each of kept.values()) {
        if (!each.isPaid || each.interval) continue;
        const name = each.currency.toUpperCase();
        sums[name] ??= { received: 0, refunded: 0 };
        sums[name].received += each.amount;
        sums[name].refunded += refundedOf(each);
      }
      return billing.ledger(sums);
    },
    stop: async () => standIns.stop(),
  };
  return vendor;
}
