import type { TypeDescription } from '../description.ts';

/** The client secret is a private key. Requests carry signatures made with it. */
export const alipay = {
  type: 'Alipay',
  offered: true,
  about: 'Alipay accounts. The client secret is the private key of the application.',
  page: 'https://open.alipay.com',
  logo: { letters: 'Al', color: '#0b63ce' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://openapi.alipay.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
