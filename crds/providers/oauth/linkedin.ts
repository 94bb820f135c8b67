import type { TypeDescription } from '../description.ts';

export const linkedin = {
  type: 'LinkedIn',
  offered: true,
  about: 'LinkedIn accounts, by Sign In with LinkedIn using OpenID Connect.',
  page: 'https://www.linkedin.com/developers/apps',
  logo: { letters: 'in', color: '#0a66c2' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://www.linkedin.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
