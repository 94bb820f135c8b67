import type { TypeDescription } from '../description.ts';

export const aliyunCaptcha = {
  type: 'Aliyun Captcha',
  offered: false,
  page: 'https://www.aliyun.com/product/captcha',
  logo: { letters: 'Al', color: '#b34700' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2'],
  subTypes: { nc: [], ic: [] },
  terms: { clientId: 'accessKey', clientSecret: 'secretAccessKey', clientId2: 'scene', clientSecret2: 'appKey' },
  required: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2'],
  secrets: {
    clientSecret: { usual: 'https://afs.aliyuncs.com' },
    clientSecret2: { usual: 'https://afs.aliyuncs.com' },
  },
} as const satisfies TypeDescription;
