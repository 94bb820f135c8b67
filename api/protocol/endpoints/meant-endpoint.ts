import { discoveryPaths, paths } from '../../http/protocol-paths.ts';

export type Endpoint = keyof typeof paths | 'discovery';

/** What other products call the endpoints. */
const names: Readonly<Record<Endpoint, string>> = {
  authorization: 'authorize|authorization|auth',
  token: 'token|access_token|tokens',
  userinfo: 'userinfo|user_info|user-info',
  introspection: 'introspect|introspection|token_info|tokeninfo',
  revocation: 'revoke|revocation|token/revoke',
  end_session: 'logout|end_session|endsession|end-session|oidc/logout|session/end',
  device_authorization: 'device_authorization|device/code|deviceauthorization|auth/device',
  code_verification: 'device|activate',
  pushed_authorization_request: 'par|pushed_authorization_request',
  jwks: 'jwks|jwks\\.json|certs|keys|\\.well-known/jwks\\.json',
  discovery: '\\.well-known/(?:openid-configuration|oauth-authorization-server|openid-configuration\\.json)(?:/[^/]+)*',
};

/** The folders in which other products have their endpoints. */
const folder =
  '(?:oauth2?|oidc|openid|openid-connect|connect|op|as|idp|sso|v\\d+(?:\\.\\d+)?|default|protocol|login|api|authorization-server|realms/[^/]+)';

/** Other products have an issuer for each tenant, whose name is a folder. */
const anyFolder = '[^/]+';

const patterns = Object.entries(names).map(
  ([endpoint, name]) =>
    [
      endpoint as Endpoint,
      new RegExp(`^(?:/${endpoint === 'discovery' ? anyFolder : folder})*/(?:${name})/*$`, 'i'),
    ] as const,
);

export const pathOf = (endpoint: Endpoint): string => (endpoint === 'discovery' ? discoveryPaths[0] : paths[endpoint]);

/** The endpoint that a program means by a path at which there is nothing. */
export const meantEndpoint = (path: string): Endpoint | undefined =>
  path.length > 200 ? undefined : patterns.find(([, pattern]) => pattern.test(path))?.[0];
