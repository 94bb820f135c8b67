import { type Currency, exponents } from '@doorwright/crds/values/currencies.ts';
import { amountOf, decimalOf, type Money } from '@doorwright/crds/values/money.ts';
import { type Asked, credentialsOf, json, type Said, startStandIns } from '../../services/stand-ins/stand-in.ts';
import { type Agreement, type BillingVendor, type Charge, createBilling, returnedOf } from './billing.ts';
import { createPayPalApi } from './paypal-api.ts';
import { createPayPalBilling } from './paypal-billing.ts';
import { captureOf, type Kept, orderOf, refundOf, unitsOf } from './paypal-objects.ts';
import { createPayPalWebhooks } from './paypal-webhooks.ts';
import type { Ledger, Notification } from './vendor.ts';

const clientId = 'AeA1QIZXiflr1_-doorwright-test';
const clientSecret = 'EC4RZQ-doorwright-test-only';
const webhookId = '1JE4291016473214C';
const tokenSeconds = 32_400;

const moneyOf = ({ amount }: Kept): Money => {
  const currency = amount.currency_code as Currency;
  return { amount: amountOf(amount.value, currency) ?? 0, currency };
};

/** The event that tells of an order's state. */
function eventOf(kept: Kept): object {
  const refund = kept.refunds.at(-1);
  if (refund)
    return { event_type: 'PAYMENT.CAPTURE.REFUNDED', resource_type: 'refund', resource: refundOf(kept, refund) };
  if (kept.capture) {
    const event_type = kept.capture === 'DECLINED' ? 'PAYMENT.CAPTURE.DENIED' : 'PAYMENT.CAPTURE.COMPLETED';
    return { event_type, resource_type: 'capture', resource: captureOf(kept) };
  }
  if (kept.status === 'APPROVED')
    return { event_type: 'CHECKOUT.ORDER.APPROVED', resource_type: 'checkout-order', resource: orderOf(kept) };
  return { event_type: 'CUSTOMER.DISPUTE.CREATED', resource_type: 'dispute', resource: { dispute_id: 'PP-D-1' } };
}

/**
 * Stands in for PayPal by its descriptions in OpenAPI (github.com/paypal/paypal-rest-api-specifications: checkout_orders_v2, payments_payment_v2,
 * notifications_webhooks_v1, catalogs_products_v1 and billing_subscriptions_v1), and by its pages on idempotency, currency codes and notification messages at developer.paypal.com (read 2026-11-29).
 * Buyers approve an order by `pay`; only a capture takes the money. The webhook is registered by hand, with one address for all orders.
 */
export async function startPayPal({ now = () => new Date(), notifyUrl = '' } = {}): Promise<BillingVendor> {
  const kept = new Map<string, Kept>();
  const billing = createBilling(({ id }, cycle) => `${id.replace('-', '')}T${cycle}`);
  const subscriptions = createPayPalBilling(billing, now);
  const api = createPayPalApi(kept, subscriptions, now);
  const webhooks = createPayPalWebhooks(now);
  /** The ends of tokens. */
  const tokens = new Map<string, number>();
  /** Answers by PayPal-Request-Id. */
  const answered = new Map<string, { asked: string; said: Said }>();

  function token(asked: Asked): Said {
    const { id, secret } = credentialsOf(asked);
    if (id !== clientId || secret !== clientSecret)
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
    if (asked.body !== 'grant_type=client_credentials') return json(400, { error: 'unsupported_grant_type' });
    const access_token = `A21AA${tokens.size}`;
    tokens.set(access_token, now().getTime() + tokenSeconds * 1000);
    return json(200, { access_token, token_type: 'Bearer', app_id: 'APP-80W284485P519543T', expires_in: tokenSeconds });
  }

  function answer(asked: Asked): Said {
    if (asked.url.pathname === '/v1/oauth2/token') return token(asked);
    const end = tokens.get((asked.headers.authorization ?? '').replace(/^Bearer /, '')) ?? 0;
    if (end <= now().getTime()) return json(401, { name: 'AUTHENTICATION_FAILURE', message: 'Authentication failed.' });
    if (asked.url.pathname === '/v1/notifications/verify-webhook-signature')
      return webhooks.judge(asked.body, webhookId);
    const id = asked.method === 'POST' ? asked.headers['paypal-request-id'] : undefined;
    const before = id ? answered.get(id) : undefined;
    const question = `${asked.url.pathname} ${asked.body}`;
    if (before && before.asked !== question)
      return json(400, { name: 'DUPLICATE_REQUEST_ID', message: 'PayPal-Request-Id header was already used.' });
    const said = before?.said ?? api(asked);
    if (id && said.status < 300) answered.set(id, { asked: question, said });
    return said;
  }

  const standIns = await startStandIns([{ hosts: ['api-m.paypal.com'], answer }]);
  const keptOf = (id: string): Kept => {
    const found = [...kept.values()].find(({ custom }) => custom === id);
    if (!found) throw new Error(`PayPal has no order ${id}`);
    return found;
  };
  const openOf = (id: string): Kept => {
    const found = keptOf(id);
    if (found.status === 'COMPLETED') throw new Error('The order is paid.');
    return found;
  };
  const send = (event: object, how: object = {}) =>
    webhooks.send({ id: 'WH-1', event_version: '1.0', ...event }, { webhookId, ...how });
  /** The event of a payment, also of one that is not captured yet. */
  const paid = (order: Kept, amount = order.amount) => eventOf({ ...order, amount, capture: 'COMPLETED', refunds: [] });

  /** What PayPal tells of a subscription, and of its payments under their old name. */
  const aboutSubscription = (event: string, agreement: Agreement) =>
    send({
      ...{ event_type: `BILLING.SUBSCRIPTION.${event}`, resource_type: 'subscription' },
      resource: subscriptions.subscriptionOf(agreement),
    });
  const aboutSale = ({ id, order, money: { currency } }: Agreement, charge: Charge) =>
    send(
      returnedOf(charge) > 0
        ? { event_type: 'PAYMENT.SALE.REFUNDED', resource_type: 'refund', resource: { id: 'R1', sale_id: charge.id } }
        : {
            ...{ event_type: 'PAYMENT.SALE.COMPLETED', resource_type: 'sale' },
            resource: {
              ...{ id: charge.id, billing_agreement_id: id, custom: order, state: 'completed' },
              amount: { total: decimalOf({ amount: charge.amount, currency }), currency },
            },
          },
    );

  const vendor: BillingVendor = {
    isAway: false,
    isCardEmpty: false,
    agreements: () => billing.agreements,
    advance: (to) =>
      billing.advance(to, vendor.isCardEmpty).map(({ what, agreement, charge }) => {
        if (what === 'paid') return aboutSale(agreement, charge);
        return aboutSubscription(what === 'failed' ? 'PAYMENT.FAILED' : 'SUSPENDED', agreement);
      }),
    cycleNotification(cycle) {
      const found = billing.chargeNamed(cycle);
      if (!found) throw new Error(`PayPal has no transaction ${cycle}`);
      return aboutSale(found.agreement, found.charge);
    },
    reroute(url) {
      // Nobody listens at port 1.
      return vendor.isAway && standIns.hosts.has(url.host) ? new URL('http://127.0.0.1:1/') : standIns.reroute(url);
    },
    provider: { category: 'Payment', type: 'PayPal', clientId, clientSecret, clientId2: webhookId },
    orders: () => [
      ...[...kept.values()].map((each) => ({
        ...{ id: each.custom, notifyUrl, returnUrl: each.returnUrl, money: moneyOf(each) },
      })),
      ...[...subscriptions.pending.values(), ...billing.agreements].map(({ order, money }) => ({
        ...{ id: order, notifyUrl, returnUrl: '', money },
      })),
    ],
    async pay(id) {
      const waiting = [...subscriptions.pending.values()].find(({ order }) => order === id);
      if (waiting) {
        subscriptions.pending.delete(waiting.id);
        billing.begin({ ...waiting, start: now() });
        return;
      }
      openOf(id).status = 'APPROVED';
    },
    async decline(id) {
      Object.assign(openOf(id), { status: 'COMPLETED', capture: 'DECLINED' });
    },
    async notification(id) {
      const begun = billing.agreements.find(({ order }) => order === id);
      return begun ? aboutSubscription('ACTIVATED', begun) : send(eventOf(keptOf(id)));
    },
    async lie(id, lie): Promise<Notification> {
      const order = keptOf(id);
      const { currency_code, value } = order.amount;
      const sent = send(paid(order));
      switch (lie) {
        case 'other-key':
          return send(paid(order), { isOurs: false });
        case 'unsigned':
          return { ...sent, headers: { 'content-type': 'application/json' } };
        case 'changed-amount':
          return { ...sent, body: sent.body.replace(`"${value}"`, '"1.00"') };
        case 'lower-amount': {
          const places = ['HUF', 'JPY', 'TWD'].includes(currency_code) ? 0 : exponents[currency_code as Currency];
          const lower = ((unitsOf(value) - (places ? 1 : 100)) / 100).toFixed(places);
          return send(paid(order, { currency_code, value: lower }));
        }
        case 'other-currency':
          return send(paid(order, { value, currency_code: currency_code === 'EUR' ? 'USD' : 'EUR' }));
        case 'other-merchant':
          return send(paid(order), { webhookId: '7SB92146473214XYZ' });
        case 'old':
          return send(paid(order), { ageMs: 2 * 3600_000 });
        case 'cut':
          return { ...sent, body: sent.body.slice(0, sent.body.length / 2) };
      }
    },
    ledger() {
      const sums: Record<string, Ledger> = {};
      for (const each of kept.values()) {
        if (each.capture !== 'COMPLETED') continue;
        const { amount, currency } = moneyOf(each);
        sums[currency] ??= { received: 0, refunded: 0 };
        sums[currency].received += amount;
        sums[currency].refunded += each.refunds.reduce((sum, { value }) => sum + (amountOf(value, currency) ?? 0), 0);
      }
      return billing.ledger(sums);
    },
    stop: async () => standIns.stop(),
  };
  return vendor;
}
