import type StripePackage from 'stripe';
import type { NewOrder, Start, Till } from '../channel.ts';
import type { Period } from '../renewal.ts';
import { askStripe } from './client.ts';
import { secondsOf } from './session.ts';

type Params = StripePackage.Checkout.SessionCreateParams;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Stripe takes an end between 30 minutes and a day from now. The minutes besides are for the clocks and the way. */
function endOf({ createdTime, expireTime }: NewOrder): number {
  const [first, last] = [createdTime.getTime() + 35 * minuteMs, createdTime.getTime() + dayMs - 5 * minuteMs];
  return secondsOf(new Date(Math.min(Math.max(expireTime.getTime(), first), last)));
}

/** What is paid once, or in each period. Events about a subscription name our order by its metadata. */
function modeOf({ id, title }: NewOrder, period: Period | undefined): Params {
  const metadata = { order: id };
  return period
    ? { mode: 'subscription', subscription_data: { metadata, description: title } }
    : { mode: 'payment', payment_intent_data: { metadata, description: title } };
}

/** Opens the session of an order. With a period, it begins a subscription. */
export async function openSession(order: NewOrder, till: Till, period?: Period): Promise<Start> {
  const { id, title, detail, currency, amount, returnUrl } = order;
  const product = { name: title, ...(detail && { description: detail }) };
  const price = { currency: currency.toLowerCase(), unit_amount: amount, product_data: product };
  const { id: vendorId, url } = await askStripe(till, ({ checkout }) =>
    checkout.sessions.create(
      {
        ...modeOf(order, period),
        client_reference_id: id,
        metadata: { order: id },
        line_items: [{ quantity: 1, price_data: { ...price, ...(period && { recurring: { interval: period } }) } }],
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
}
