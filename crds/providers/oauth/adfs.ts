import type { TypeDescription } from '../description.ts';

export const adfs = {
  type: 'Adfs',
  offered: false,
  page: 'https://learn.microsoft.com/windows-server/identity/active-directory-federation-services',
  logo: { letters: 'AD', color: '#0067b8' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'baseAddress' },
  required: ['clientId', 'domain'],
  secrets: { clientSecret: { fields: ['domain'] } },
} as const satisfies TypeDescription;
