import type { TypeDescription } from '../description.ts';

export const douyin = {
  type: 'Douyin',
  offered: false,
  page: 'https://developer.open-douyin.com',
  logo: { letters: 'Dy', color: '#161823' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://open.douyin.com' } },
} as const satisfies TypeDescription;
