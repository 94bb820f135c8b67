import type { TypeDescription } from '../description.ts';

export const wechatMiniProgram = {
  type: 'WeChatMiniProgram',
  offered: true,
  about: 'Users of a WeChat mini program. The program signs them in at the token endpoint, and no page shows it.',
  page: 'https://mp.weixin.qq.com',
  logo: { letters: 'WM', color: '#067a3c' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.weixin.qq.com' } },
} as const satisfies TypeDescription;
