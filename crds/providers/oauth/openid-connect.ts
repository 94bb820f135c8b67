import type { TypeDescription } from '../description.ts';

/** A service that speaks OpenID Connect and publishes its metadata (OpenID Connect Discovery 1.0). */
export const openIdConnect = {
  type: 'OpenID Connect',
  offered: true,
  about: 'Any service that speaks OpenID Connect. Its issuer address is enough.',
  page: 'https://openid.net/developers/how-connect-works',
  logo: { letters: 'ID', color: '#a85508' },
  uses: ['clientId', 'clientSecret', 'issuerUrl', 'customScope', 'customLogo', 'userMapping', 'enableSignUp'],
  terms: { issuerUrl: 'issuer' },
  required: ['clientId', 'issuerUrl'],
  secrets: { clientSecret: { fields: ['issuerUrl'] } },
  starts: { customScope: 'openid profile email' },
  trial: 'signIn',
} as const satisfies TypeDescription;
