import { type OrderRef, type Report, refusedBy, type Till } from '../channel.ts';
import { ask, attempt, isFailure } from './gateway.ts';
import { moneyOf } from './money.ts';
import { captureForm, stateOf } from './order.ts';
import { hasEnded, paidTransactions, pathOf, subscriptionForm } from './subscription.ts';

const capturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`;

/** The transactions of subscriptions are captures, by the same ID. */
async function captureReport(order: OrderRef, capture: string, till: Till): Promise<Report> {
  const found = await ask(till, { path: capturePath(capture) }, captureForm);
  const state = stateOf(found);
  const isPaid = state === 'paid' || state === 'refunded';
  return {
    ...{ id: order.id, vendorId: order.vendorId, state, paid: isPaid ? moneyOf(found.amount) : undefined },
    // PayPal says that a part went back, but not how much.
    refunded: state === 'refunded' ? order.amount : found.status === 'PARTIALLY_REFUNDED' ? undefined : 0,
    ...{ merchant: till.provider.clientId, message: found.status_details.reason },
  };
}

/** The payment that a refund goes back to. Undefined while there is none. */
export async function captureOfPeriod({ renewal, vendorId, createdTime }: OrderRef, till: Till) {
  if (renewal === 'later') return vendorId;
  return (await paidTransactions(vendorId, createdTime, till))[0]?.id;
}

/**
 * Nobody can withdraw a subscription that its buyer has not approved, so it counts as closed after its time. One who approves it later has paid, and the
 * order follows then. A first period is the first transaction of its subscription. PayPal takes it by itself, once the buyer has approved.
 */
async function askFirst(order: OrderRef, till: Till): Promise<Report | undefined> {
  if (!order.vendorId) return undefined;
  const found = await attempt(till, { path: pathOf(order.vendorId) }, subscriptionForm);
  if (isFailure(found)) {
    if (found.failure === 'INVALID_RESOURCE_ID' || found.failure === 'RESOURCE_NOT_FOUND') return undefined;
    throw refusedBy(found.words);
  }
  const isPending = found.status === 'APPROVAL_PENDING';
  const cycle = isPending ? undefined : await captureOfPeriod(order, till);
  if (cycle)
    return { ...(await captureReport(order, cycle, till)), id: found.custom_id, renewal: { id: found.id, cycle } };
  return {
    ...{ id: found.custom_id, vendorId: found.id, paid: undefined, refunded: 0 },
    state: hasEnded(found) || (isPending && till.now >= order.expireTime) ? 'closed' : 'open',
    ...{ merchant: till.provider.clientId, message: '' },
  };
}

/** Asks about a period of a subscription. Undefined if PayPal does not know it. */
export const askAboutPeriod = (order: OrderRef, till: Till): Promise<Report | undefined> =>
  order.renewal === 'later' ? captureReport(order, order.vendorId, till) : askFirst(order, till);
