import type { TypeDescription } from '../description.ts';

export const recaptcha = {
  type: 'reCAPTCHA',
  offered: true,
  about: 'A captcha by Google (version 2).',
  page: 'https://www.google.com/recaptcha/admin',
  logo: { letters: 're', color: '#1a5fd0' },
  uses: ['clientId', 'clientSecret', 'endpoint'],
  terms: { clientId: 'siteKey', clientSecret: 'secretKey', endpoint: 'checkAddress' },
  required: ['clientId', 'clientSecret'],
  draws: {
    script: 'https://www.recaptcha.net/recaptcha/api.js',
    from: [
      'https://www.recaptcha.net/recaptcha/',
      'https://www.gstatic.cn/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
  trial: 'captcha',
  secrets: { clientSecret: { usual: 'https://recaptcha.net/recaptcha/api/siteverify', fields: ['endpoint'] } },
} as const satisfies TypeDescription;
