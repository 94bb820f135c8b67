import type { TypeDescription } from '../description.ts';

export const casdoor = {
  type: 'Casdoor',
  offered: false,
  page: 'https://casdoor.org',
  logo: { letters: 'Ca', color: '#443bc4' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'baseAddress' },
  required: ['clientId', 'clientSecret', 'domain'],
  secrets: { clientSecret: { fields: ['domain'] } },
} as const satisfies TypeDescription;
