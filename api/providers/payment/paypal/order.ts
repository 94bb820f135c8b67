import { z } from 'zod';
import { type OrderRef, type Report, refusedBy, type Till, type VendorState } from '../channel.ts';
import { attempt, type Failure, isFailure } from './gateway.ts';
import { moneyOf, written } from './money.ts';

const details = z.object({ reason: z.string().default('') }).default({ reason: '' });

export const refundForm = z.object({
  id: z.string(),
  status: z.string(),
  status_details: details,
  amount: written.optional(),
  custom_id: z.string().default(''),
});

export const captureForm = z.object({
  id: z.string(),
  status: z.string(),
  status_details: details,
  amount: written,
  custom_id: z.string().default(''),
});
export type Capture = z.output<typeof captureForm>;

const payments = z.object({ captures: z.array(captureForm).default([]), refunds: z.array(refundForm).default([]) });
export const orderForm = z.object({
  id: z.string(),
  status: z.string(),
  update_time: z.string().default(''),
  // We order one unit.
  purchase_units: z.tuple([
    z.object({ custom_id: z.string().default(''), payments: payments.default({ captures: [], refunds: [] }) }),
  ]),
});
export type PayPalOrder = z.output<typeof orderForm>;

export const captureStates: Readonly<Record<string, VendorState>> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'refunded',
  // PayPal examines the payment, or waits for a bank.
  PENDING: 'open',
  DECLINED: 'failed',
  FAILED: 'failed',
};

export function stateOf({ status }: Capture): VendorState {
  const state = captureStates[status];
  if (!state) throw refusedBy(`PayPal answered the unknown state ${status}`);
  return state;
}

export const paymentsOf = ({ purchase_units: [unit] }: PayPalOrder) => unit.payments;

/** An order of one purchase unit, which is captured at once. */
export function reportOf(order: PayPalOrder, { provider }: Till): Report {
  const { captures, refunds } = paymentsOf(order);
  const capture = captures[0];
  const state = capture ? stateOf(capture) : order.status === 'VOIDED' ? 'closed' : 'open';
  const isPaid = state === 'paid' || state === 'refunded';
  const returned = refunds.flatMap(({ status, amount }) => (status === 'COMPLETED' && amount ? [moneyOf(amount)] : []));
  return {
    id: order.purchase_units[0].custom_id,
    vendorId: order.id,
    state,
    paid: capture && isPaid ? moneyOf(capture.amount) : undefined,
    refunded: returned.reduce((sum, { amount }) => sum + amount, 0),
    // A token of the provider reads the orders of its merchant only.
    merchant: provider.clientId,
    message: capture?.status_details.reason ?? '',
  };
}

export const pathOf = (vendorId: string): string => `/v2/checkout/orders/${encodeURIComponent(vendorId)}`;

/** The order at PayPal. It forgets an order that nobody approves, and never knew one whose request was lost. */
export async function fetchOrder({ vendorId }: OrderRef, till: Till): Promise<PayPalOrder | undefined> {
  if (!vendorId) return undefined;
  const found: PayPalOrder | Failure = await attempt(till, { path: pathOf(vendorId) }, orderForm);
  if (!isFailure(found)) return found;
  if (found.failure === 'INVALID_RESOURCE_ID' || found.failure === 'RESOURCE_NOT_FOUND') return undefined;
  throw refusedBy(found.words);
}
