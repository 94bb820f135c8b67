import type { Behaviours } from '../behaviour-of.ts';
import type { Channel } from './channel.ts';
import { dummy } from './dummy.ts';
import { paypal } from './paypal/paypal.ts';
import { stripe } from './stripe/stripe.ts';

/** The channels of payments, by type. */
export const channels: Behaviours<'Payment', Channel> = {
  Dummy: dummy,
  PayPal: paypal,
  Stripe: stripe,
};
