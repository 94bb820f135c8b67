import type { TypeDescription } from '../description.ts';

export const gitlab = {
  type: 'GitLab',
  offered: true,
  about: 'GitLab accounts, at gitlab.com or at your own server.',
  page: 'https://gitlab.com/-/user_settings/applications',
  logo: { letters: 'GL', color: '#c2400c' },
  uses: ['clientId', 'clientSecret', 'domain', 'enableSignUp'],
  terms: { domain: 'ownServer' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://gitlab.com', fields: ['domain'] } },
  trial: 'signIn',
} as const satisfies TypeDescription;
