import type { TypeDescription } from '../description.ts';

export const gitlab = {
  type: 'GitLab',
  offered: false,
  page: 'https://gitlab.com/-/user_settings/applications',
  logo: { letters: 'GL', color: '#c2400c' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://gitlab.com' } },
} as const satisfies TypeDescription;
