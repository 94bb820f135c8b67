import type { TypeDescription } from '../description.ts';

/** The secret is the key that signs the real secret of each exchange. */
export const apple = {
  type: 'Apple',
  offered: true,
  about: 'Apple accounts.',
  page: 'https://developer.apple.com/account/resources',
  logo: { letters: 'Ap', color: '#1d1d1f' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'appId', 'enableSignUp'],
  terms: { clientId: 'servicesId', clientSecret: 'signingKey', clientId2: 'teamId', appId: 'keyId' },
  required: ['clientId', 'clientSecret', 'clientId2', 'appId'],
  secrets: { clientSecret: { usual: 'https://appleid.apple.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
