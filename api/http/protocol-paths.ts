/** Where the authority listens: the paths of the era, and of the standards that came after it. */
export const paths = {
  authorization: '/login/oauth/authorize',
  code_verification: '/login/oauth/device',
  device_authorization: '/api/login/oauth/device_authorization',
  end_session: '/api/login/oauth/logout',
  introspection: '/api/login/oauth/introspect',
  jwks: '/.well-known/jwks',
  pushed_authorization_request: '/api/login/oauth/par',
  revocation: '/api/login/oauth/revoke',
  token: '/api/login/oauth/access_token',
  userinfo: '/api/userinfo',
} as const;

export const confirmLogoutPath = `${paths.end_session}/confirm`;
export const loggedOutPath = `${paths.end_session}/success`;

/** The era's clients refresh here; it is the token endpoint, for this grant alone. */
export const refreshPath = '/api/login/oauth/refresh_token';

export const discoveryPaths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;

/** What programs ask, and pages of other origins, but nobody by a link. */
export const programPaths: readonly string[] = [
  paths.token,
  refreshPath,
  paths.userinfo,
  paths.device_authorization,
  paths.pushed_authorization_request,
  paths.introspection,
  paths.revocation,
];
