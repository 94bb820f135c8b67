import type { Parameter } from '../../http/route.ts';
import type { AuthorizationRequest } from '../authorize.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** What the sign-in pages of the era call the parameters of an authorization request. */
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
};

/** Era clients write the word `null` for what they have not. */
const given = (value: string | undefined) => (value && value !== 'null' ? value : undefined);

export const requestInQuery = (query: Query, responseType: string): AuthorizationRequest => {
  const challenge = given(query.code_challenge);
  return {
    client_id: given(query.clientId),
    response_type: given(query.responseType) ?? responseType,
    redirect_uri: given(query.redirectUri),
    scope: given(query.scope) ?? 'read',
    state: given(query.state),
    nonce: given(query.nonce),
    code_challenge: challenge,
    code_challenge_method: challenge && (given(query.code_challenge_method) ?? 'S256'),
    interaction: given(query.interaction),
  };
};
