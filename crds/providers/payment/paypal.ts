import type { TypeDescription } from '../description.ts';

export const paypal = {
  type: 'PayPal',
  offered: false,
  page: 'https://developer.paypal.com',
  logo: { letters: 'PP', color: '#003087' },
  uses: ['clientId', 'clientSecret', 'cert', 'host'],
  terms: { host: 'gateway' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api-m.paypal.com', fields: ['host'] } },
} as const satisfies TypeDescription;
