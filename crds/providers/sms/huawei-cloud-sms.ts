import type { TypeDescription } from '../description.ts';

export const huaweiCloudSms = {
  type: 'Huawei Cloud SMS',
  offered: true,
  about: 'Text messages by Huawei Cloud.',
  page: 'https://www.huaweicloud.com/product/msgsms.html',
  logo: { letters: 'HW', color: '#b5121b' },
  uses: ['clientId', 'clientSecret', 'appId', 'signName', 'templateCode', 'providerUrl'],
  terms: { clientId: 'appKey', clientSecret: 'appSecret', appId: 'channelNo', providerUrl: 'apiAddress' },
  required: ['clientId', 'clientSecret', 'appId', 'templateCode', 'providerUrl'],
  secrets: { clientSecret: { fields: ['providerUrl'] } },
  trial: 'text',
} as const satisfies TypeDescription;
