import { json, type Said } from '../../services/stand-ins/stand-in.ts';
import { type Agreement, type Billing, beginOf, type Charge, returnedOf } from './billing.ts';

const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
const missing = (what: string): Said =>
  json(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` } });
const unknown = (name: string): Said =>
  json(400, {
    error: { type: 'invalid_request_error', code: 'parameter_unknown', message: `Received unknown parameter: ${name}` },
  });
const list = (data: unknown[]): Said => json(200, { object: 'list', data, has_more: false, url: '/v1/list' });

export const intentIdOf = ({ id }: Pick<Charge, 'id'>): string => id.replace(/^in_/, 'pi_');

const states = { active: 'active', pastDue: 'past_due', ended: 'canceled' } as const;

/** The period moves on at its end, an hour before Stripe takes the money. */
function periodEndOf(agreement: Agreement, now: Date): Date {
  let cycle = agreement.charges.length;
  while (beginOf(agreement, cycle) <= now) cycle++;
  return beginOf(agreement, cycle);
}

export const subscriptionOf = (agreement: Agreement, now: Date) => ({
  ...{ id: agreement.id, object: 'subscription', status: states[agreement.state], cancel_at_period_end: false },
  ...{ currency: agreement.money.currency.toLowerCase(), livemode: false, metadata: { order: agreement.order } },
  items: {
    ...{ object: 'list', has_more: false },
    data: [{ object: 'subscription_item', current_period_end: seconds(periodEndOf(agreement, now)) }],
  },
});

export function invoiceOf(agreement: Agreement, charge: Charge) {
  const isFirst = agreement.charges[0] === charge;
  return {
    ...{ id: charge.id, object: 'invoice', livemode: false, currency: agreement.money.currency.toLowerCase() },
    ...{ amount_due: charge.amount, amount_paid: charge.isPaid ? charge.amount : 0, created: seconds(charge.due) },
    billing_reason: isFirst ? 'subscription_create' : 'subscription_cycle',
    status: charge.isPaid ? 'paid' : agreement.state === 'ended' ? 'void' : 'open',
    status_transitions: { paid_at: charge.isPaid ? seconds(charge.time) : null },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: agreement.id, metadata: { order: agreement.order } },
    },
  };
}

export const invoiceChargeOf = ({ money }: Agreement, charge: Charge) => ({
  ...{ id: charge.id.replace(/^in_/, 'ch_'), object: 'charge', amount: charge.amount, livemode: false },
  ...{ amount_refunded: returnedOf(charge), currency: money.currency.toLowerCase(), created: seconds(charge.time) },
  ...{ payment_intent: intentIdOf(charge), paid: true, refunded: returnedOf(charge) === charge.amount },
});

const paymentOf = (agreement: Agreement, charge: Charge, isExpanded: boolean) => ({
  ...{ id: charge.id.replace(/^in_/, 'inpay_'), object: 'invoice_payment', invoice: charge.id, status: 'paid' },
  payment: {
    type: 'payment_intent',
    payment_intent: isExpanded
      ? {
          ...{ id: intentIdOf(charge), object: 'payment_intent', status: 'succeeded' },
          latest_charge: invoiceChargeOf(agreement, charge),
        }
      : intentIdOf(charge),
  },
});

/** Subscriptions, their invoices and the payments of these. Undefined for another path. */
export function createStripeBillingApi(billing: Billing, now: () => Date) {
  const paid = () =>
    billing.agreements.flatMap((agreement) =>
      agreement.charges.filter(({ isPaid }) => isPaid).map((charge) => ({ agreement, charge })),
    );

  function subscription(method: string, id: string): Said {
    const found = billing.find(id);
    // Stripe does not find a cancelled one a second time.
    if (!found || (method === 'DELETE' && found.state === 'ended')) return missing(`subscription: '${id}'`);
    if (method === 'DELETE') found.state = 'ended';
    return json(200, subscriptionOf(found, now()));
  }

  function invoices(id: string | undefined, query: URLSearchParams): Said {
    const named = id ? billing.chargeNamed(id) : undefined;
    if (id) return named ? json(200, invoiceOf(named.agreement, named.charge)) : missing(`invoice: '${id}'`);
    const found = billing.find(query.get('subscription') ?? '');
    if (!found) return missing('subscription');
    const wanted = query.get('status');
    // The latest comes first.
    const all = found.charges.map((charge) => invoiceOf(found, charge)).toReversed();
    return list(all.filter(({ status }) => !wanted || status === wanted));
  }

  function payments(query: URLSearchParams): Said {
    const isExpanded = [...query.values()].includes('data.payment.payment_intent.latest_charge');
    const [invoice, intent] = [query.get('invoice'), query.get('payment[payment_intent]')];
    if (intent && query.get('payment[type]') !== 'payment_intent') return unknown('payment');
    const found = paid().filter(({ charge }) =>
      invoice ? charge.id === invoice : !intent || intentIdOf(charge) === intent,
    );
    return list(found.map(({ agreement, charge }) => paymentOf(agreement, charge, isExpanded)));
  }

  return (method: string, path: string, query: URLSearchParams): Said | undefined => {
    const [, kind, id] = /^\/v1\/(subscriptions|invoices|invoice_payments)(?:\/(\w+))?$/.exec(path) ?? [];
    if (kind === 'subscriptions' && id) return subscription(method, id);
    if (kind === 'invoices' && method === 'GET') return invoices(id, query);
    return kind === 'invoice_payments' && method === 'GET' ? payments(query) : undefined;
  };
}
