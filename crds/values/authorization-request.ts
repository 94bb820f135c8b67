/**
 * The parameters of an authorization request that the sign-in page hands to the api: their names in the address of the page, and
 * their names in the api. The order is that of the page's first call, which the api answers with the page.
 */
export const requestParameters = {
  client_id: 'clientId',
  response_type: 'responseType',
  redirect_uri: 'redirectUri',
  scope: 'scope',
  state: 'state',
  nonce: 'nonce',
  code_challenge: 'code_challenge',
  code_challenge_method: 'code_challenge_method',
  interaction: 'interaction',
  saml: 'saml',
} as const;

/** A parameter of OAuth by its name in the api. The request of a SAML service provider is none. */
export type OAuthParameter = Exclude<(typeof requestParameters)[keyof typeof requestParameters], 'saml'>;
