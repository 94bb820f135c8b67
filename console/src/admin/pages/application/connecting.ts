import type { Row } from '@doorwright/crds';

/** The addresses of an application's pages, to share or to try in another window. */
export function pagesOf(origin: string, { name, clientId, redirectUris, enableSignUp }: Row) {
  const at = encodeURIComponent(String(name));
  const [redirectUri] = redirectUris as string[];
  const asked = new URLSearchParams({
    client_id: String(clientId),
    response_type: 'code',
    redirect_uri: redirectUri ?? '',
    scope: 'openid',
    state: 'doorwright',
  });
  return [
    ...(redirectUri ? [{ page: 'signIn', address: `${origin}/login/oauth/authorize?${asked}` }] : []),
    ...(enableSignUp ? [{ page: 'signUp', address: `${origin}/signup/${at}` }] : []),
    { page: 'forgot', address: `${origin}/forget/${at}` },
    { page: 'prompt', address: `${origin}/prompt/${at}` },
  ];
}

/** A string literal. Without the escape, a quote in an address would end the literal and inject code. */
const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

interface Client {
  issuer: string;
  clientId: string;
  redirectUri: string;
  clientType: unknown;
}

/** A complete program that signs a user in with openid-client. */
export function snippetOf({ issuer, clientId, redirectUri, clientType }: Client): string {
  const server = `new URL(${quoted(issuer)})`;
  const secret = clientType === 'public' ? 'undefined' : 'process.env.CLIENT_SECRET';
  // Libraries refuse plain HTTP unless a setting allows it. Only local installations use it.
  const options = issuer.startsWith('http:') ? ', undefined, { execute: [client.allowInsecureRequests] }' : '';
  return `import * as client from 'openid-client';

const config = await client.discovery(${server}, ${quoted(clientId)}, ${secret}${options});
const pkceCodeVerifier = client.randomPKCECodeVerifier();
const expectedState = client.randomState();

export const signInUrl = client.buildAuthorizationUrl(config, {
  redirect_uri: ${quoted(redirectUri)},
  scope: 'openid profile email',
  state: expectedState,
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: 'S256',
});

export async function signedIn(currentUrl) {
  const tokens = await client.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier, expectedState });
  return client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);
}
`;
}
