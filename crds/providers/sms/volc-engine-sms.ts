import type { TypeDescription } from '../description.ts';

export const volcEngineSms = {
  type: 'Volc Engine SMS',
  offered: true,
  about: 'Text messages by Volc Engine.',
  page: 'https://www.volcengine.com/product/cloud-sms',
  logo: { letters: 'VE', color: '#1456c4' },
  uses: ['clientId', 'clientSecret', 'appId', 'signName', 'templateCode', 'regionId', 'endpoint'],
  terms: {
    clientId: 'accessKey',
    clientSecret: 'secretAccessKey',
    appId: 'smsAccount',
    endpoint: 'apiAddress',
    regionId: 'apiRegion',
  },
  required: ['clientId', 'clientSecret', 'appId', 'signName', 'templateCode'],
  secrets: { clientSecret: { usual: 'https://sms.volcengineapi.com/', fields: ['endpoint'] } },
  trial: 'text',
} as const satisfies TypeDescription;
