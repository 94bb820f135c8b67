import type { TypeDescription } from '../description.ts';

export const aliyunSms = {
  type: 'Aliyun SMS',
  offered: true,
  about: 'Text messages by Alibaba Cloud.',
  page: 'https://www.aliyun.com/product/sms',
  logo: { letters: 'Al', color: '#b34700' },
  uses: ['clientId', 'clientSecret', 'signName', 'templateCode', 'regionId', 'endpoint'],
  terms: { clientId: 'accessKey', clientSecret: 'secretAccessKey', endpoint: 'apiAddress', regionId: 'apiRegion' },
  required: ['clientId', 'clientSecret', 'signName', 'templateCode'],
  secrets: { clientSecret: { usual: 'https://dysmsapi.aliyuncs.com/', fields: ['endpoint'] } },
  trial: 'text',
} as const satisfies TypeDescription;
