import type { TypeDescription } from '../description.ts';

export const paypal = {
  type: 'PayPal',
  offered: true,
  about: 'Payments by PayPal: its balance, bank accounts and cards.',
  page: 'https://developer.paypal.com',
  logo: { letters: 'PP', color: '#003087' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'host'],
  terms: { clientId2: 'payPalWebhook', host: 'payPalGateway' },
  required: ['clientId', 'clientSecret', 'clientId2'],
  secrets: { clientSecret: { usual: 'https://api-m.paypal.com', fields: ['host'] } },
} as const satisfies TypeDescription;
