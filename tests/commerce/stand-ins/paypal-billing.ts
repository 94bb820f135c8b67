import type { Currency } from '@doorwright/crds/values/currencies.ts';
import { amountOf, decimalOf, type Money } from '@doorwright/crds/values/money.ts';
import { z } from 'zod';
import { type Asked, json, type Said } from '../../services/stand-ins/stand-in.ts';
import { type Agreement, type Billing, beginOf, type Charge, returnedOf } from './billing.ts';
import { invalid, missing, money, problemOf, repayment, unprocessable } from './paypal-refusals.ts';

const product = z.strictObject({
  id: z.string().min(6).max(50),
  name: z.string().min(1).max(127),
  type: z.enum(['PHYSICAL', 'DIGITAL', 'SERVICE']),
});
const plan = z.strictObject({
  product_id: z.string().min(6).max(50),
  name: z.string().min(1).max(127),
  status: z.enum(['CREATED', 'ACTIVE']),
  billing_cycles: z.tuple([
    z.strictObject({
      frequency: z.strictObject({ interval_unit: z.enum(['MONTH', 'YEAR']), interval_count: z.literal(1) }),
      ...{ tenure_type: z.literal('REGULAR'), sequence: z.literal(1), total_cycles: z.literal(0) },
      pricing_scheme: z.strictObject({ fixed_price: money }),
    }),
  ]),
  payment_preferences: z.strictObject({
    auto_bill_outstanding: z.boolean(),
    payment_failure_threshold: z.int().min(0).max(999),
  }),
});
const creation = z.strictObject({
  plan_id: z.string().min(3).max(50),
  custom_id: z.string().min(1).max(127),
  application_context: z.strictObject({
    ...{ return_url: z.url(), cancel_url: z.url(), user_action: z.enum(['CONTINUE', 'SUBSCRIBE_NOW']) },
    shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
  }),
});
const cancellation = z.strictObject({ reason: z.string().min(1).max(128) });

/** A subscription that its buyer has not approved yet. */
export interface Pending {
  id: string;
  order: string;
  money: Money;
  unit: 'month' | 'year';
}

const written = ({ amount, currency }: Money) => ({ currency_code: currency, value: decimalOf({ amount, currency }) });

const captureStatusOf = (charge: Charge): string =>
  !charge.isPaid
    ? 'DECLINED'
    : returnedOf(charge) === 0
      ? 'COMPLETED'
      : returnedOf(charge) === charge.amount
        ? 'REFUNDED'
        : 'PARTIALLY_REFUNDED';

/** Subscriptions of one merchant, as PayPal describes them. */
export function createPayPalBilling(billing: Billing, now: () => Date) {
  const products = new Set<string>();
  const plans = new Map<string, Pick<Pending, 'money' | 'unit'>>();
  const pending = new Map<string, Pending>();
  const cancelled = new Set<string>();

  function addProduct(body: unknown): Said {
    const read = product.safeParse(body);
    if (!read.success) return invalid('INVALID_PARAMETER_VALUE');
    if (products.has(read.data.id)) return unprocessable('DUPLICATE_RESOURCE_IDENTIFIER');
    products.add(read.data.id);
    return json(201, { ...read.data, links: [] });
  }

  function addPlan(body: unknown): Said {
    const read = plan.safeParse(body);
    if (!read.success) return invalid('INVALID_PARAMETER_VALUE');
    if (!products.has(read.data.product_id)) return missing();
    const [{ frequency, pricing_scheme }] = read.data.billing_cycles;
    const { currency_code, value } = pricing_scheme.fixed_price;
    const problem = problemOf(pricing_scheme.fixed_price);
    if (problem) return problem;
    const id = `P-${String(plans.size + 1).padStart(24, '0')}`;
    const currency = currency_code as Currency;
    const unit = frequency.interval_unit === 'YEAR' ? 'year' : 'month';
    plans.set(id, { unit, money: { currency, amount: amountOf(value, currency) ?? 0 } });
    return json(201, { ...read.data, id, links: [] });
  }

  function add(body: unknown): Said {
    const read = creation.safeParse(body);
    if (!read.success) return invalid('INVALID_PARAMETER_VALUE');
    const of = plans.get(read.data.plan_id);
    if (!of) return missing();
    const id = `I-BW452G${String(pending.size + billing.agreements.length + 1).padStart(6, '0')}`;
    pending.set(id, { id, order: read.data.custom_id, ...of });
    const href = `https://www.paypal.com/webapps/billing/subscriptions?ba_token=BA-${id}`;
    return json(201, { id, status: 'APPROVAL_PENDING', links: [{ rel: 'approve', href, method: 'GET' }] });
  }

  const statusOf = ({ id, state }: Agreement): string =>
    cancelled.has(id) ? 'CANCELLED' : state === 'ended' ? 'SUSPENDED' : 'ACTIVE';

  const subscriptionOf = (agreement: Agreement) => ({
    ...{ id: agreement.id, status: statusOf(agreement), custom_id: agreement.order },
    billing_info: {
      failed_payments_count: agreement.charges.find(({ isPaid }) => !isPaid)?.tries ?? 0,
      ...(statusOf(agreement) === 'ACTIVE' && {
        next_billing_time: beginOf(agreement, agreement.charges.length).toISOString(),
      }),
    },
    links: [],
  });

  function transactions({ money: { currency }, charges }: Agreement, query: URLSearchParams): Said {
    const [from, to] = [query.get('start_time'), query.get('end_time')].map((time) => new Date(time ?? '').getTime());
    if (!from || !to || from > to) return invalid('INVALID_PARAMETER_VALUE');
    const within = charges.filter(({ time }) => time.getTime() >= from && time.getTime() <= to);
    const shown = within.map((each) => ({
      ...{ id: each.id, status: captureStatusOf(each), time: each.time.toISOString() },
      amount_with_breakdown: { gross_amount: written({ amount: each.amount, currency }) },
    }));
    return json(200, { transactions: shown.toReversed(), links: [] });
  }

  function cancel(id: string, agreement: Agreement | undefined, body: unknown): Said {
    if (!cancellation.safeParse(body).success) return invalid('INVALID_PARAMETER_VALUE');
    if (!agreement || cancelled.has(id)) return unprocessable('SUBSCRIPTION_STATUS_INVALID');
    cancelled.add(id);
    agreement.state = 'ended';
    return { status: 204 };
  }

  function ofSubscription({ method, url, body }: Asked, id: string, action: string): Said {
    const [agreement, waiting] = [billing.find(id), pending.get(id)];
    if (!agreement && !waiting) return missing();
    if (method === 'POST' && action === 'cancel') return cancel(id, agreement, JSON.parse(body));
    if (action === 'transactions')
      return agreement ? transactions(agreement, url.searchParams) : json(200, { transactions: [] });
    if (agreement) return json(200, subscriptionOf(agreement));
    return json(200, { id, status: 'APPROVAL_PENDING', custom_id: waiting?.order, links: [] });
  }

  /** A transaction of a subscription answers as a capture. Undefined for a capture of an order. */
  function ofCapture({ method, body }: Asked, id: string): Said | undefined {
    const found = billing.chargeNamed(id);
    if (!found) return undefined;
    const { charge, agreement } = found;
    const { currency } = agreement.money;
    if (method === 'GET')
      return json(200, { id, status: captureStatusOf(charge), amount: written({ amount: charge.amount, currency }) });
    const read = repayment.safeParse(JSON.parse(body));
    if (!read.success) return invalid('INVALID_PARAMETER_VALUE');
    const { amount, custom_id: label } = read.data;
    if (amount.currency_code !== currency) return unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH');
    const value = amountOf(amount.value, currency) ?? 0;
    if (value > charge.amount - returnedOf(charge)) return unprocessable('REFUND_AMOUNT_EXCEEDED');
    const made = { id: `R${id}${charge.returns.length}`, amount: value, time: now(), label };
    charge.returns.push(made);
    return json(201, { id: made.id, status: 'COMPLETED', amount, custom_id: label });
  }

  function refundNamed(id: string): Said | undefined {
    for (const { charges, money: of } of billing.agreements)
      for (const made of charges.flatMap(({ returns }) => returns))
        if (made.id === id)
          return json(200, {
            ...{ id, status: 'COMPLETED', custom_id: made.label },
            amount: written({ amount: made.amount, currency: of.currency }),
          });
  }

  return {
    pending,
    subscriptionOf,
    /** Undefined for another path. */
    answer(asked: Asked): Said | undefined {
      const { method, url, body, headers } = asked;
      const [, id = '', action = ''] = /^\/v1\/billing\/subscriptions\/([\w-]+)(?:\/(\w+))?$/.exec(url.pathname) ?? [];
      if (id) return ofSubscription(asked, id, action);
      const [, capture = ''] = /^\/v2\/payments\/captures\/(\w+)(?:\/refund)?$/.exec(url.pathname) ?? [];
      if (capture) return ofCapture(asked, capture);
      const [, refund = ''] = /^\/v2\/payments\/refunds\/(\w+)$/.exec(url.pathname) ?? [];
      if (refund) return refundNamed(refund);
      const making = {
        '/v1/catalogs/products': addProduct,
        '/v1/billing/plans': addPlan,
        '/v1/billing/subscriptions': add,
      };
      const make = making[url.pathname as keyof typeof making];
      if (!make || method !== 'POST') return undefined;
      return headers['paypal-request-id'] ? make(JSON.parse(body)) : invalid('PAYPAL_REQUEST_ID_REQUIRED');
    },
  };
}
