import type { Behaviours } from '../behaviour-of.ts';
import type { Channel } from './channel.ts';
import { stripe } from './stripe/stripe.ts';

/** The channels of payments, by type. */
export const channels: Behaviours<'Payment', Channel> = {
  Stripe: stripe,
};
