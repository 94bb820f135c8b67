import type { TypeDescription } from '../description.ts';

export const azureAd = {
  type: 'AzureAD',
  offered: false,
  page: 'https://entra.microsoft.com',
  logo: { letters: 'Az', color: '#0067b8' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://login.microsoftonline.com' } },
} as const satisfies TypeDescription;
