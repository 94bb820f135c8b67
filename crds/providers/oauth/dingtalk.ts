import type { TypeDescription } from '../description.ts';

export const dingtalk = {
  type: 'DingTalk',
  offered: false,
  page: 'https://open.dingtalk.com',
  logo: { letters: 'DT', color: '#0a6cc9' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.dingtalk.com' } },
} as const satisfies TypeDescription;
