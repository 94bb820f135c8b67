import type { TypeDescription } from '../description.ts';

export const dingtalk = {
  type: 'DingTalk',
  offered: true,
  about: 'DingTalk accounts.',
  page: 'https://open.dingtalk.com',
  logo: { letters: 'DT', color: '#0a6cc9' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.dingtalk.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
