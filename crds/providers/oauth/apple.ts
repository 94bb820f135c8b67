import type { TypeDescription } from '../description.ts';

export const apple = {
  type: 'Apple',
  offered: false,
  page: 'https://developer.apple.com/account/resources',
  logo: { letters: 'Ap', color: '#1d1d1f' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://appleid.apple.com' } },
} as const satisfies TypeDescription;
