import { exponents } from '@doorwright/crds/values/currencies.ts';
import {
  assertTaken,
  type Channel,
  type NewOrder,
  type OrderRef,
  type Report,
  type Start,
  type Till,
} from '../channel.ts';
import type { Period } from '../renewal.ts';
import { settled } from '../settled.ts';
import { openSession } from './checkout.ts';
import { askStripe } from './client.ts';
import { askAboutPeriod } from './invoice.ts';
import { readStripe } from './notice.ts';
import { paidByStripe } from './paid-on.ts';
import { askStripeForRefund, refundByStripe } from './refund.ts';
import { stripeRenewal } from './renewal.ts';
import { reportOf } from './report.ts';
import { sessionOf } from './session.ts';

const unknown = ({ id }: OrderRef, { provider }: Till, state: Report['state']): Report => ({
  ...{ id, state, vendorId: '', paid: undefined, refunded: 0 },
  ...{ merchant: provider.clientId, message: '' },
});

async function begin(order: NewOrder, till: Till, period?: Period): Promise<Start> {
  assertTaken(stripe, order, till.provider);
  return openSession(order, till, period);
}

const askOnce = (order: OrderRef, till: Till): Promise<Report | undefined> =>
  askStripe(till, async (client) => {
    const session = await sessionOf(order, client);
    return session && reportOf(session, till);
  });

async function closed(order: OrderRef, till: Till): Promise<Report> {
  const session = await askStripe(till, (client) => sessionOf(order, client));
  if (!session) return unknown(order, till, 'closed');
  const known = { ...order, vendorId: session.id };
  // What a bank has not finished cannot be ended.
  const isAtBank = session.status === 'complete' && session.payment_status === 'unpaid';
  return settled(
    () => askStripe(till, ({ checkout }) => checkout.sessions.expire(session.id)),
    () => stripe.ask(known, till),
    () => isAtBank,
  );
}

/**
 * Checkout Sessions with refunds and webhook events, as docs.stripe.com/api describes them for version 2026-10-28, and docs.stripe.com/currencies
 * (read 2026-11-29). The order of a buyer is one session, so it cannot be paid twice.
 */
export const stripe: Channel = {
  // All of our currencies are Stripe's. The last of three decimal places must be 0.
  takes: ({ amount, currency }) => amount > 0 && (exponents[currency] < 3 || amount % 10 === 0),
  begin,
  read: readStripe,
  replies: {
    taken: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'refused' },
  },
  async ask(order, till) {
    const report = await (order.renewal ? askAboutPeriod : askOnce)(order, till);
    return report ?? unknown(order, till, 'open');
  },
  close: closed,
  refund: refundByStripe,
  askRefund: askStripeForRefund,
  renewal: { ...stripeRenewal, begin: (order, till) => begin(order, till, order.period) },
  paidOn: paidByStripe,
};
