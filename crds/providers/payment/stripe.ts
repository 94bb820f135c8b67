import type { TypeDescription } from '../description.ts';

export const stripe = {
  type: 'Stripe',
  offered: true,
  about: 'Payments by Stripe: cards, wallets and the methods that its account allows.',
  page: 'https://dashboard.stripe.com',
  logo: { letters: 'St', color: '#5433d9' },
  uses: ['clientId', 'clientSecret', 'clientSecret2'],
  terms: { clientId: 'stripeAccount', clientSecret: 'stripeKey', clientSecret2: 'stripeWebhook' },
  required: ['clientSecret', 'clientSecret2'],
  secrets: {
    clientSecret: { usual: 'https://api.stripe.com' },
    // It stays here: it only checks signatures.
    clientSecret2: { usual: 'https://api.stripe.com' },
  },
} as const satisfies TypeDescription;
