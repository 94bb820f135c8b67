import type { TypeDescription } from '../description.ts';

export const github = {
  type: 'GitHub',
  offered: false,
  page: 'https://github.com/settings/developers',
  logo: { letters: 'GH', color: '#24292f' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://github.com' } },
} as const satisfies TypeDescription;
