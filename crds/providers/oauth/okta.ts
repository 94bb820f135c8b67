import type { TypeDescription } from '../description.ts';

export const okta = {
  type: 'Okta',
  offered: true,
  about: 'Accounts of an Okta organization.',
  page: 'https://developer.okta.com',
  logo: { letters: 'Ok', color: '#00297a' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'baseAddress' },
  required: ['clientId', 'clientSecret', 'domain'],
  secrets: { clientSecret: { fields: ['domain'] } },
  trial: 'signIn',
} as const satisfies TypeDescription;
