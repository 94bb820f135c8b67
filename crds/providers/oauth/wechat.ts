import type { TypeDescription } from '../description.ts';

export const wechat = {
  type: 'WeChat',
  offered: false,
  page: 'https://open.weixin.qq.com',
  logo: { letters: 'WX', color: '#067a3c' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: {
    clientSecret: { usual: 'https://api.weixin.qq.com' },
    clientSecret2: { usual: 'https://api.weixin.qq.com' },
  },
} as const satisfies TypeDescription;
