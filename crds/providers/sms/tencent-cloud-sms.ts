import type { TypeDescription } from '../description.ts';

export const tencentCloudSms = {
  type: 'Tencent Cloud SMS',
  offered: true,
  about: 'Text messages by Tencent Cloud.',
  page: 'https://cloud.tencent.com/product/sms',
  logo: { letters: 'TC', color: '#0057c2' },
  uses: ['clientId', 'clientSecret', 'appId', 'signName', 'templateCode', 'regionId', 'endpoint'],
  terms: { endpoint: 'apiAddress', regionId: 'apiRegion' },
  required: ['clientId', 'clientSecret', 'appId', 'signName', 'templateCode'],
  secrets: { clientSecret: { usual: 'https://sms.tencentcloudapi.com/', fields: ['endpoint'] } },
  trial: 'text',
} as const satisfies TypeDescription;
