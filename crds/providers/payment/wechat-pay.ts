import type { TypeDescription } from '../description.ts';

/** The APIv3 key decrypts what WeChat Pay sends. It is never sent itself. */
export const wechatPay = {
  type: 'WeChat Pay',
  offered: true,
  about: 'Payments in CNY with WeChat Pay (APIv3): a QR code at a desk, a page on a phone, and a script inside WeChat.',
  page: 'https://pay.weixin.qq.com',
  logo: { letters: 'WP', color: '#067a3c' },
  uses: ['clientId', 'appId', 'clientSecret', 'cert', 'clientId2', 'host'],
  terms: {
    clientId: 'merchantNumber',
    appId: 'merchantAppId',
    clientSecret: 'apiV3Key',
    cert: 'merchantCert',
    clientId2: 'wechatKeyId',
    host: 'gateway',
  },
  required: ['clientId', 'appId', 'clientSecret', 'cert'],
  secrets: { clientSecret: { usual: 'https://api.mch.weixin.qq.com', fields: ['host'] } },
} as const satisfies TypeDescription;
