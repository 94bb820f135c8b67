import type { TypeDescription } from '../description.ts';

export const google = {
  type: 'Google',
  offered: true,
  about: 'Google accounts, also those of Google Workspace.',
  page: 'https://console.cloud.google.com/apis/credentials',
  logo: { letters: 'G', color: '#1967d2' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://accounts.google.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
