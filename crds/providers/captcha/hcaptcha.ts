import type { TypeDescription } from '../description.ts';

export const hcaptcha = {
  type: 'hCaptcha',
  offered: true,
  about: 'A captcha by Intuition Machines.',
  page: 'https://dashboard.hcaptcha.com',
  logo: { letters: 'hC', color: '#0a6b64' },
  uses: ['clientId', 'clientSecret', 'endpoint'],
  terms: { clientId: 'siteKey', clientSecret: 'secretKey', endpoint: 'checkAddress' },
  required: ['clientId', 'clientSecret'],
  draws: {
    script: 'https://js.hcaptcha.com/1/api.js',
    from: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  trial: 'captcha',
  secrets: { clientSecret: { usual: 'https://hcaptcha.com/siteverify', fields: ['endpoint'] } },
} as const satisfies TypeDescription;
