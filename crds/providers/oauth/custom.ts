import type { TypeDescription } from '../description.ts';

/** A service with standard OAuth endpoints. It starts with the addresses of an installation like this one. */
export const custom = {
  type: 'Custom',
  offered: true,
  about: 'A service with its own OAuth 2 addresses.',
  page: 'https://openid.net/developers/how-connect-works',
  logo: { letters: '?', color: '#5a5f66' },
  uses: [
    'clientId',
    'clientSecret',
    'customAuthUrl',
    'customScope',
    'customTokenUrl',
    'customUserInfoUrl',
    'customLogo',
    'userMapping',
    'enableSignUp',
  ],
  required: ['clientId', 'clientSecret', 'customAuthUrl', 'customTokenUrl', 'customUserInfoUrl'],
  secrets: { clientSecret: { fields: ['customTokenUrl'] } },
  starts: {
    customAuthUrl: '{origin}/login/oauth/authorize',
    customTokenUrl: '{origin}/api/login/oauth/access_token',
    customUserInfoUrl: '{origin}/api/userinfo',
    customScope: 'openid profile email',
  },
  trial: 'signIn',
} as const satisfies TypeDescription;
