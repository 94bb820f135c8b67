import { exponents } from '@doorwright/crds/values/currencies.ts';
import { assertTaken, type Channel, type NewOrder, type OrderRef, type Report, type Till } from '../channel.ts';
import { settled } from '../settled.ts';
import { askStripe } from './client.ts';
import { readStripe } from './notice.ts';
import { paidByStripe } from './paid-on.ts';
import { askStripeForRefund, refundByStripe } from './refund.ts';
import { reportOf } from './report.ts';
import { secondsOf, sessionOf } from './session.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Stripe takes an end between 30 minutes and a day from now. The minutes besides are for the clocks and the way. */
function endOf({ createdTime, expireTime }: NewOrder): number {
  const [first, last] = [createdTime.getTime() + 35 * minuteMs, createdTime.getTime() + dayMs - 5 * minuteMs];
  return secondsOf(new Date(Math.min(Math.max(expireTime.getTime(), first), last)));
}

const unknown = ({ id }: OrderRef, { provider }: Till, state: Report['state']): Report => ({
  ...{ id, state, vendorId: '', paid: undefined, refunded: 0 },
  ...{ merchant: provider.clientId, message: '' },
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
  async begin(order, till) {
    assertTaken(stripe, order, till.provider);
    const { id, title, detail, currency, amount, returnUrl } = order;
    const metadata = { order: id };
    const product = { name: title, ...(detail && { description: detail }) };
    const { id: vendorId, url } = await askStripe(till, ({ checkout }) =>
      checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: id,
          metadata,
          payment_intent_data: { metadata, description: title },
          line_items: [
            {
              quantity: 1,
              price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: product },
            },
          ],
          // The buyer pays in the currency of the order, and no other amount.
          adaptive_pricing: { enabled: false },
          expires_at: endOf(order),
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: id },
      ),
    );
    return { payUrl: url ?? '', qrText: '', script: undefined, vendorId };
  },
  read: readStripe,
  replies: {
    taken: { status: 200, type: 'text/plain', body: 'success' },
    refused: { status: 400, type: 'text/plain', body: 'refused' },
  },
  ask: (order, till) =>
    askStripe(till, async (client) => {
      const session = await sessionOf(order, client);
      return session ? reportOf(session, till) : unknown(order, till, 'open');
    }),
  close: closed,
  refund: refundByStripe,
  askRefund: askStripeForRefund,
  paidOn: paidByStripe,
};
