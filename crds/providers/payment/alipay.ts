import type { TypeDescription } from '../description.ts';

const gateway = { usual: 'https://openapi.alipay.com/gateway.do', fields: ['host'] } as const;

/** The keys sign requests, and none is sent. An application has certificates, which the cert holds, or plain keys. */
export const alipay = {
  type: 'Alipay',
  offered: true,
  about: 'Payments in CNY on the pages of Alipay. The application has certificates in a cert, or two plain keys.',
  page: 'https://open.alipay.com',
  logo: { letters: 'Al', color: '#0b63ce' },
  uses: ['clientId', 'cert', 'clientSecret', 'clientSecret2', 'host'],
  terms: {
    clientId: 'alipayAppId',
    cert: 'alipayCert',
    clientSecret: 'alipayPrivateKey',
    clientSecret2: 'alipayPublicKey',
    host: 'gateway',
  },
  required: ['clientId', ['cert', 'clientSecret'], ['cert', 'clientSecret2']],
  secrets: { clientSecret: gateway, clientSecret2: gateway },
} as const satisfies TypeDescription;
