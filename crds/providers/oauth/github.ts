import type { TypeDescription } from '../description.ts';

export const github = {
  type: 'GitHub',
  offered: true,
  about: 'GitHub accounts, at github.com or at a GitHub Enterprise Server.',
  page: 'https://github.com/settings/developers',
  logo: { letters: 'GH', color: '#24292f' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'ownServer' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://github.com', fields: ['domain'] } },
  trial: 'signIn',
} as const satisfies TypeDescription;
