import { z } from 'zod';
import { type NewOrder, refusedBy, type Start, type Till, type VendorState } from '../channel.ts';
import type { Cycle, Period } from '../renewal.ts';
import { ask, attempt, isFailure } from './gateway.ts';
import { moneyOf, written, writtenOf } from './money.ts';
import { captureStates } from './order.ts';

const created = z.object({
  id: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

export const subscriptionForm = z.object({
  id: z.string(),
  status: z.string(),
  custom_id: z.string().default(''),
  billing_info: z
    .object({ next_billing_time: z.string().optional(), failed_payments_count: z.number().default(0) })
    .optional(),
});
export type PayPalSubscription = z.output<typeof subscriptionForm>;

/** It takes no more money. */
export const hasEnded = ({ status }: PayPalSubscription): boolean => status === 'CANCELLED' || status === 'EXPIRED';

const transactionForm = z.object({
  id: z.string(),
  status: z.string(),
  time: z.string(),
  amount_with_breakdown: z.object({ gross_amount: written }),
});
const transactionsForm = z.object({ transactions: z.array(transactionForm).default([]) });

/** PayPal shows it as the seller's product. All plans share it, because each order has a billing plan of its own. */
const product = 'DOORWRIGHT-PLANS';
const longestName = 127;
const dayMs = 86_400_000;

/** A success without an answer. */
export const nothing = z.object({});

export const pathOf = (id: string): string => `/v1/billing/subscriptions/${encodeURIComponent(id)}`;

/** Makes the product, unless it is there. */
async function ensureProduct(till: Till): Promise<void> {
  const body = JSON.stringify({ id: product, name: 'Plans', type: 'SERVICE' });
  const question = { path: '/v1/catalogs/products', body, requestId: product };
  const answer = await attempt(till, question, created);
  if (isFailure(answer) && answer.failure !== 'DUPLICATE_RESOURCE_IDENTIFIER') throw refusedBy(answer.words);
}

const billingPlan = ({ title, ...money }: NewOrder, period: Period) => ({
  ...{ product_id: product, name: title.slice(0, longestName).toWellFormed(), status: 'ACTIVE' },
  billing_cycles: [
    {
      frequency: { interval_unit: period.toUpperCase(), interval_count: 1 },
      // It runs until somebody cancels.
      ...{ tenure_type: 'REGULAR', sequence: 1, total_cycles: 0 },
      pricing_scheme: { fixed_price: writtenOf(money) },
    },
  ],
  payment_preferences: { auto_bill_outstanding: true, payment_failure_threshold: 3 },
});

/**
 * Begins a subscription for an order. Each order has a billing plan of its own, so a change of prices touches nobody else. Request IDs make a second try
 * the same subscription.
 */
export async function beginSubscription(order: NewOrder, period: Period, till: Till): Promise<Start> {
  await ensureProduct(till);
  const { id: plan_id } = await ask(
    till,
    { path: '/v1/billing/plans', body: JSON.stringify(billingPlan(order, period)), requestId: `${order.id}_plan` },
    created,
  );
  const body = JSON.stringify({
    ...{ plan_id, custom_id: order.id },
    application_context: {
      ...{ return_url: order.returnUrl, cancel_url: order.returnUrl },
      ...{ user_action: 'SUBSCRIBE_NOW', shipping_preference: 'NO_SHIPPING' },
    },
  });
  const { id, links } = await ask(till, { path: '/v1/billing/subscriptions', body, requestId: order.id }, created);
  const page = links.find(({ rel }) => rel === 'approve');
  if (!page) throw refusedBy('PayPal answered no page to pay on');
  return { payUrl: page.href, qrText: '', script: undefined, vendorId: id, renewalId: id };
}

/** The transactions of a subscription that took money, the first first. What went back of one later does not change that. */
export async function paidTransactions(
  id: string,
  from: Date,
  till: Till,
): Promise<(Cycle & { state: VendorState })[]> {
  const range = new URLSearchParams({
    start_time: new Date(from.getTime() - dayMs).toISOString(),
    end_time: new Date(till.now.getTime() + dayMs).toISOString(),
  });
  const { transactions } = await ask(till, { path: `${pathOf(id)}/transactions?${range}` }, transactionsForm);
  return transactions
    .map(({ id: transaction, status, time, amount_with_breakdown }) => ({
      ...{ id: transaction, time: new Date(time), paid: moneyOf(amount_with_breakdown.gross_amount) },
      state: captureStates[status] ?? 'open',
    }))
    .filter(({ state }) => state === 'paid' || state === 'refunded')
    .toSorted((a, b) => a.time.getTime() - b.time.getTime());
}
