import type { TypeDescription } from '../description.ts';

export const slack = {
  type: 'Slack',
  offered: true,
  about: 'Slack accounts, by Sign in with Slack.',
  page: 'https://api.slack.com/apps',
  logo: { letters: 'S', color: '#611f69' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://slack.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
