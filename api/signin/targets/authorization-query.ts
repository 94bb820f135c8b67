import { type OAuthParameter, requestParameters } from '@doorwright/crds/values/authorization-request.ts';
import type { Parameter } from '../../http/route.ts';
import type { AuthorizationRequest } from '../contracts/authorization-server.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Parameters of an authorization request. The first three have the names of Casdoor 2022. */
export const authorizationQuery: Record<string, Parameter> = {
  clientId: { about: 'Client id of the application.' },
  responseType: { about: 'Requested answer: `code`, `token`, `id_token` or a mixture.' },
  redirectUri: { about: 'Address for the answer.' },
  scope: { about: 'Requested scopes.' },
  state: { about: 'Returned to the client unchanged.' },
  nonce: { about: 'Returned in the ID token.' },
  code_challenge: { about: 'Digest of the PKCE verifier.' },
  code_challenge_method: { about: '`S256`.' },
  interaction: { about: 'The request that opened the page, if the authorization endpoint opened it.' },
  response_mode: { about: 'How the client gets the answer: `query`, `fragment` or `form_post`.' },
  prompt: { about: 'What to ask the user: `none`, `login`, `consent`, `select_account`.' },
  max_age: { about: 'Maximum age of the sign-in, in seconds.' },
  id_token_hint: { about: 'An ID token of the expected user.' },
  login_hint: { about: 'Login name of the expected user.' },
  acr_values: { about: 'Preferred classes of sign-in.' },
  claims: { about: 'Single claims that the client requests, as JSON.' },
  claims_locales: { about: 'Preferred languages for claims.' },
  ui_locales: { about: 'Preferred languages for pages.' },
  display: { about: 'Preferred kind of page.' },
  dpop_jkt: { about: 'Thumbprint of the key that the client proves when it exchanges the code.' },
  request: { about: 'The request as a JWT, which is not supported.' },
  request_uri: { about: 'A pushed request.' },
  registration: { about: 'Metadata of a client that registers itself, which is not supported.' },
} satisfies Record<OAuthParameter, Parameter> & Record<string, Parameter>;

const standardNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(requestParameters).map(([standard, name]) => [name, standard]),
);

/** Clients of Casdoor 2022 write the word `null` for a missing parameter. */
const given = (value: string | undefined) => (value && value !== 'null' ? value : undefined);

/** The request with the names of the standards. Only the authorization endpoint judges it. */
export const requestInQuery = (query: Query, responseType: string): AuthorizationRequest => {
  const asked = Object.keys(authorizationQuery).map((name) => [standardNames[name] ?? name, given(query[name])]);
  return { response_type: responseType, ...Object.fromEntries(asked.filter(([, value]) => value)) };
};
