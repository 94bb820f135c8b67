import type { TypeDescription } from '../description.ts';

export const wecom = {
  type: 'WeCom',
  offered: true,
  about: 'Members of a company at WeCom, with a QR code, or within the WeCom browser.',
  page: 'https://work.weixin.qq.com',
  logo: { letters: 'WC', color: '#1f6fb2' },
  uses: ['clientId', 'clientSecret', 'enableSignUp'],
  subTypes: { Internal: ['appId'], 'Third-party': ['clientSecret2'] },
  methods: ['Normal', 'Silent'],
  terms: { appId: 'agentId', clientSecret2: 'suiteCallback' },
  required: ['clientId', 'clientSecret'],
  // The second secret reads what WeCom posts. Nothing sends it.
  secrets: {
    clientSecret: { usual: 'https://qyapi.weixin.qq.com' },
    clientSecret2: { usual: 'https://qyapi.weixin.qq.com' },
  },
  trial: 'signIn',
} as const satisfies TypeDescription;
