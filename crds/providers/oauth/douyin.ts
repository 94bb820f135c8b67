import type { TypeDescription } from '../description.ts';

export const douyin = {
  type: 'Douyin',
  offered: true,
  about: 'Douyin accounts.',
  page: 'https://developer.open-douyin.com',
  logo: { letters: 'Dy', color: '#161823' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://open.douyin.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
