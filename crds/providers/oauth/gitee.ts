import type { TypeDescription } from '../description.ts';

export const gitee = {
  type: 'Gitee',
  offered: true,
  about: 'Gitee accounts.',
  page: 'https://gitee.com/oauth/applications',
  logo: { letters: 'GT', color: '#b8131a' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://gitee.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
