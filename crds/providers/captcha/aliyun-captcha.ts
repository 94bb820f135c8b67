import type { TypeDescription } from '../description.ts';

export const aliyunCaptcha = {
  type: 'Aliyun Captcha',
  offered: true,
  about: 'A captcha by Alibaba Cloud: a slider (nc), or a button (ic).',
  page: 'https://www.aliyun.com/product/captcha',
  logo: { letters: 'Al', color: '#b34700' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2', 'endpoint'],
  subTypes: { nc: [], ic: [] },
  terms: {
    clientId: 'accessKey',
    clientSecret: 'secretAccessKey',
    clientId2: 'scene',
    clientSecret2: 'captchaAppKey',
    endpoint: 'checkAddress',
  },
  required: ['clientId', 'clientSecret', 'clientId2', 'clientSecret2'],
  draws: {
    script: 'https://g.alicdn.com/AWSC/AWSC/awsc.js',
    from: [
      'https://*.alicdn.com',
      'https://*.aliyun.com',
      'https://*.aliyuncs.com',
      'https://*.aliapp.org',
      'https://*.taobao.com',
      'https://*.mmstat.com',
    ],
  },
  trial: 'captcha',
  secrets: {
    clientSecret: { usual: 'https://afs.aliyuncs.com', fields: ['endpoint'] },
    clientSecret2: { usual: 'https://afs.aliyuncs.com', fields: ['endpoint'] },
  },
} as const satisfies TypeDescription;
