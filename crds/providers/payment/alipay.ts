import type { TypeDescription } from '../description.ts';

export const alipay = {
  type: 'Alipay',
  offered: false,
  page: 'https://open.alipay.com',
  logo: { letters: 'Al', color: '#0b63ce' },
  uses: ['clientId', 'clientSecret', 'cert', 'host'],
  terms: { host: 'gateway' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://openapi.alipay.com', fields: ['host'] } },
} as const satisfies TypeDescription;
