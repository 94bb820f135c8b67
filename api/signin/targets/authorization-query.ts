import type { Parameter } from '../../http/route.ts';
import type { AuthorizationRequest } from './authorization-server.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** What the sign-in pages of the era call the parameters of an authorization request, and those that came after them. */
export const authorizationQuery: Record<string, Parameter> = {
  clientId: { about: 'Client that asks.' },
  responseType: { about: 'What it asks for: `code`, `token`, `id_token` or a mixture.' },
  redirectUri: { about: 'Where it wants the answer.' },
  scope: { about: 'What it wants to be allowed.' },
  state: { about: 'Comes back to it unchanged.' },
  nonce: { about: 'Comes back in its ID token.' },
  code_challenge: { about: 'Digest of its PKCE verifier.' },
  code_challenge_method: { about: '`S256`.' },
  interaction: { about: 'The request that opened the page, where the authorization endpoint did.' },
  response_mode: { about: 'How it wants the answer: `query`, `fragment` or `form_post`.' },
  prompt: { about: 'What is to be asked of the user: `none`, `login`, `consent`, `select_account`.' },
  max_age: { about: 'For how many seconds he may have been signed in.' },
  id_token_hint: { about: 'An ID token of the user whom it means.' },
  login_hint: { about: 'What he is called where he signs in.' },
  acr_values: { about: 'Classes of sign-in that it would like.' },
  claims: { about: 'Single claims that it wants to be told, as JSON.' },
  claims_locales: { about: 'Languages for claims.' },
  ui_locales: { about: 'Languages for pages.' },
  display: { about: 'How it would like pages to be shown.' },
  dpop_jkt: { about: 'Thumbprint of the key that it is to show with the code.' },
  request: { about: 'The request as a JWT, which is not supported.' },
  request_uri: { about: 'A pushed request.' },
  registration: { about: 'A client that registers itself, which is not supported.' },
};

const standardNames: Readonly<Record<string, string>> = {
  clientId: 'client_id',
  responseType: 'response_type',
  redirectUri: 'redirect_uri',
};

/** Era clients write the word `null` for what they have not. */
const given = (value: string | undefined) => (value && value !== 'null' ? value : undefined);

/** The request in the words of the standards. What it says is judged by the authorization endpoint alone. */
export const requestInQuery = (query: Query, responseType: string): AuthorizationRequest => {
  const asked = Object.keys(authorizationQuery).map((name) => [standardNames[name] ?? name, given(query[name])]);
  return { response_type: responseType, ...Object.fromEntries(asked.filter(([, value]) => value)) };
};
