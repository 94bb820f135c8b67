import type { TypeDescription } from '../description.ts';

export const wechat = {
  type: 'WeChat',
  offered: true,
  about: 'WeChat accounts, with a QR code, or within the WeChat browser through an official account.',
  page: 'https://open.weixin.qq.com',
  logo: { letters: 'WX', color: '#067a3c' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: {
    clientSecret: { usual: 'https://api.weixin.qq.com' },
    clientSecret2: { usual: 'https://api.weixin.qq.com' },
  },
  trial: 'signIn',
} as const satisfies TypeDescription;
