import type { TypeDescription } from '../description.ts';

export const azureAd = {
  type: 'AzureAD',
  offered: true,
  about: 'Microsoft accounts, of companies and of people (Entra ID).',
  page: 'https://entra.microsoft.com',
  logo: { letters: 'Az', color: '#0067b8' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'directory' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://login.microsoftonline.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
