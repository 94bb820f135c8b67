import type { TypeDescription } from '../description.ts';

export const lark = {
  type: 'Lark',
  offered: false,
  page: 'https://open.feishu.cn',
  logo: { letters: 'La', color: '#2456d6' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://open.feishu.cn' } },
} as const satisfies TypeDescription;
