import type { TypeDescription } from '../description.ts';

export const adfs = {
  type: 'Adfs',
  offered: true,
  about: 'Accounts of Active Directory Federation Services, 2016 or newer.',
  page: 'https://learn.microsoft.com/windows-server/identity/active-directory-federation-services',
  logo: { letters: 'AD', color: '#0067b8' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'baseAddress' },
  required: ['clientId', 'domain'],
  secrets: { clientSecret: { fields: ['domain'] } },
  trial: 'signIn',
} as const satisfies TypeDescription;
