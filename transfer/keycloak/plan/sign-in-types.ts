import type { IdentityProvider } from '../representation.ts';

/** A service of Keycloak as a type of provider. `domain` is the setting that names a server of one's own, or a directory. */
interface SignInType {
  type: string;
  fields(config: IdentityProvider['config']): Record<string, unknown>;
}

const plain = (type: string): SignInType => ({ type, fields: () => ({}) });

const openIdConnect: SignInType = {
  type: 'OpenID Connect',
  fields: ({ issuer, defaultScope }) => ({
    issuerUrl: issuer ?? '',
    customScope: withOpenId(defaultScope ?? ''),
  }),
};

/** Keycloak adds the scope by itself. */
const withOpenId = (scope: string) =>
  scope.split(/\s+/).includes('openid') || scope === '' ? scope || 'openid profile email' : `openid ${scope}`;

/** A service of OpenID Connect that names no issuer has its addresses one by one. */
const custom: SignInType = {
  type: 'Custom',
  fields: ({ authorizationUrl, tokenUrl, userInfoUrl, defaultScope }) => ({
    ...{ customAuthUrl: authorizationUrl ?? '', customTokenUrl: tokenUrl ?? '', customUserInfoUrl: userInfoUrl ?? '' },
    customScope: withOpenId(defaultScope ?? ''),
  }),
};

const types: Readonly<Record<string, SignInType>> = {
  google: plain('Google'),
  github: { type: 'GitHub', fields: ({ baseUrl }) => (baseUrl ? { domain: baseUrl.replace(/\/+$/, '') } : {}) },
  facebook: plain('Facebook'),
  gitlab: plain('GitLab'),
  'linkedin-openid-connect': plain('LinkedIn'),
  microsoft: { type: 'AzureAD', fields: ({ tenantId }) => (tenantId ? { domain: tenantId } : {}) },
  oidc: openIdConnect,
  'keycloak-oidc': openIdConnect,
};

/** The type for a service that signs users in by OAuth. Undefined if there is none. */
export function signInType({ providerId, config }: IdentityProvider): SignInType | undefined {
  const found = types[providerId];
  if (found !== openIdConnect || config.issuer) return found;
  return config.userInfoUrl ? custom : undefined;
}
