import type { TypeDescription } from '../description.ts';

export const tencentCloudCos = {
  type: 'Tencent Cloud COS',
  offered: true,
  about: 'Files in a bucket of Tencent Cloud.',
  page: 'https://cloud.tencent.com/product/cos',
  logo: { letters: 'TC', color: '#0057c2' },
  uses: ['clientId', 'clientSecret', 'endpoint', 'bucket', 'domain', 'regionId'],
  required: ['clientId', 'clientSecret', ['endpoint', 'bucket']],
  secrets: { clientSecret: { usual: 'https://cos.myqcloud.com', fields: ['endpoint', 'bucket', 'regionId'] } },
} as const satisfies TypeDescription;
