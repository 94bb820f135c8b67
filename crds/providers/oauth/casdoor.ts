import type { TypeDescription } from '../description.ts';

export const casdoor = {
  type: 'Casdoor',
  offered: true,
  about: 'Accounts of an installation of Casdoor, or of Doorwright.',
  page: 'https://casdoor.org',
  logo: { letters: 'Ca', color: '#443bc4' },
  uses: ['clientId', 'clientSecret', 'domain', 'userMapping', 'enableSignUp'],
  terms: { domain: 'baseAddress' },
  required: ['clientId', 'clientSecret', 'domain'],
  secrets: { clientSecret: { fields: ['domain'] } },
  trial: 'signIn',
} as const satisfies TypeDescription;
