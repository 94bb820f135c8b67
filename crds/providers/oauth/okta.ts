import type { TypeDescription } from '../description.ts';

export const okta = {
  type: 'Okta',
  offered: false,
  page: 'https://developer.okta.com',
  logo: { letters: 'Ok', color: '#00297a' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'baseAddress' },
  required: ['clientId', 'clientSecret', 'domain'],
  secrets: { clientSecret: { fields: ['domain'] } },
} as const satisfies TypeDescription;
