/** The paths of the authorization server: those of Casdoor 2022, and those of later standards. */
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

/** The pages of service providers of SAML: `/login/saml/authorize/{owner}/{application}`. */
export const samlPages = '/login/saml/authorize';
export const samlSignOuts = '/login/saml/logout';
export const isSamlPage = (path: string): boolean => path.startsWith(`${samlPages}/`);

export const confirmLogoutPath = `${paths.end_session}/confirm`;
export const loggedOutPath = `${paths.end_session}/success`;

/** The token endpoint for refresh tokens only, where clients of Casdoor 2022 expect it. */
export const refreshPath = '/api/login/oauth/refresh_token';

export const discoveryPaths = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const;

/** Endpoints for programs and for pages of other origins. Nobody opens them by a link. */
export const programPaths: readonly string[] = [
  paths.token,
  refreshPath,
  paths.userinfo,
  paths.device_authorization,
  paths.pushed_authorization_request,
  paths.introspection,
  paths.revocation,
];
