import type { TypeDescription } from '../description.ts';

export const weibo = {
  type: 'Weibo',
  offered: true,
  about: 'Weibo accounts.',
  page: 'https://open.weibo.com',
  logo: { letters: 'WB', color: '#c9151e' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.weibo.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
