import type { TypeDescription } from '../description.ts';

export const wechatPay = {
  type: 'WeChat Pay',
  offered: false,
  page: 'https://pay.weixin.qq.com',
  logo: { letters: 'WP', color: '#067a3c' },
  uses: ['clientId', 'clientSecret', 'cert', 'host'],
  terms: { host: 'gateway' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.mch.weixin.qq.com', fields: ['host'] } },
} as const satisfies TypeDescription;
