import type { TypeDescription } from '../description.ts';

export const turnstile = {
  type: 'Cloudflare Turnstile',
  offered: true,
  about: 'A captcha by Cloudflare that most people never have to solve.',
  page: 'https://dash.cloudflare.com/?to=/:account/turnstile',
  logo: { letters: 'Tu', color: '#a8420a' },
  uses: ['clientId', 'clientSecret', 'endpoint'],
  terms: { clientId: 'siteKey', clientSecret: 'secretKey', endpoint: 'checkAddress' },
  required: ['clientId', 'clientSecret'],
  draws: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    from: ['https://challenges.cloudflare.com'],
  },
  trial: 'captcha',
  secrets: {
    clientSecret: { usual: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', fields: ['endpoint'] },
  },
} as const satisfies TypeDescription;
