import type { TypeDescription } from '../description.ts';

export const aliyunOss = {
  type: 'Aliyun OSS',
  offered: true,
  about: 'Files in a bucket of Alibaba Cloud.',
  page: 'https://www.aliyun.com/product/oss',
  logo: { letters: 'Al', color: '#b34700' },
  uses: ['clientId', 'clientSecret', 'endpoint', 'bucket', 'domain', 'regionId'],
  terms: { clientId: 'accessKey', clientSecret: 'secretAccessKey' },
  required: ['clientId', 'clientSecret', 'bucket'],
  secrets: { clientSecret: { usual: 'https://oss-cn-hangzhou.aliyuncs.com', fields: ['endpoint', 'bucket'] } },
} as const satisfies TypeDescription;
