import type { TypeDescription } from '../description.ts';

export const lark = {
  type: 'Lark',
  offered: true,
  about: 'Members of a company at Feishu, the Chinese edition of Lark.',
  page: 'https://open.feishu.cn',
  logo: { letters: 'La', color: '#2456d6' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://open.feishu.cn' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
