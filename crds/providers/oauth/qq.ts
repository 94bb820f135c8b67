import type { TypeDescription } from '../description.ts';

export const qq = {
  type: 'QQ',
  offered: true,
  about: 'QQ accounts, through QQ Connect.',
  page: 'https://connect.qq.com',
  logo: { letters: 'QQ', color: '#0b74b8' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://graph.qq.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
