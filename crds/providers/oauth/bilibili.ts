import type { TypeDescription } from '../description.ts';

export const bilibili = {
  type: 'Bilibili',
  offered: true,
  about: 'Bilibili accounts.',
  page: 'https://openhome.bilibili.com',
  logo: { letters: 'Bi', color: '#b3406a' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.bilibili.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
