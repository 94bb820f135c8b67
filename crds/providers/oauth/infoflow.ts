import type { TypeDescription } from '../description.ts';

export const infoflow = {
  type: 'Infoflow',
  offered: true,
  about: 'Members of a company at Baidu Infoflow.',
  page: 'https://qy.baidu.com',
  logo: { letters: 'If', color: '#2354c7' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  subTypes: { Internal: ['appId'], 'Third-party': ['appId'] },
  terms: { appId: 'agentId' },
  required: ['clientId', 'clientSecret'],
  secrets: { clientSecret: { usual: 'https://api.im.baidu.com' } },
  trial: 'signIn',
} as const satisfies TypeDescription;
