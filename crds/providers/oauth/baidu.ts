import type { TypeDescription } from '../description.ts';

export const baidu = {
  type: 'Baidu',
  offered: true,
  about: 'Baidu accounts.',
  page: 'https://developer.baidu.com',
  logo: { letters: 'Bd', color: '#2932e1' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://openapi.baidu.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
