import * as client from 'openid-client';
import { createClient } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';

/** The first administrator, signed in. */
export async function administrator(url: string, own: string) {
  const browser = createClient(url);
  const login = {
    type: 'login',
    application: 'app-built-in',
    organization: 'built-in',
    username: 'admin',
    password: own,
  };
  const { body } = await browser.post('login', login);
  if (body.status !== 'ok') throw new Error(`The first administrator cannot sign in: ${body.msg}`);
  return browser;
}

export const addUser = (admin: ReturnType<typeof createClient>, owner: string, name: string) =>
  add(admin, 'user', { owner, name, displayName: 'Alice Liddell', password });

export interface ConnectionSecret {
  OIDC_ISSUER_URL: string;
  OIDC_CLIENT_ID: string;
  OIDC_CLIENT_SECRET: string;
}

/** Signs a user in at an application, from discovery to userinfo, with what its Secret says and nothing else. */
export async function signIn(secret: ConnectionSecret, redirect: string, organization: string, username: string) {
  const allowed = { execute: [client.allowInsecureRequests] };
  const proof = client.ClientSecretPost(secret.OIDC_CLIENT_SECRET);
  const rp = await client.discovery(new URL(secret.OIDC_ISSUER_URL), secret.OIDC_CLIENT_ID, undefined, proof, allowed);
  const verifier = client.randomPKCECodeVerifier();
  const [nonce, state] = [client.randomNonce(), client.randomState()];
  const asked = {
    redirect_uri: redirect,
    scope: 'openid profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
  };
  const request = client.buildAuthorizationUrl(rp, asked);
  const { client_id, response_type, redirect_uri, ...rest } = Object.fromEntries(request.searchParams);
  const query = {
    ...rest,
    clientId: client_id ?? '',
    responseType: response_type ?? '',
    redirectUri: redirect_uri ?? '',
  };
  const login = { type: 'code', organization, username, password };
  const { body } = await createClient(secret.OIDC_ISSUER_URL).post('login', login, { query });
  if (body.status !== 'ok') throw new Error(`${username} cannot sign in: ${body.msg}`);
  const back = new URL(redirect);
  back.search = String(new URLSearchParams({ code: body.data, state, iss: rp.serverMetadata().issuer }));
  const expected = { pkceCodeVerifier: verifier, expectedNonce: nonce, expectedState: state, idTokenExpected: true };
  const tokens = await client.authorizationCodeGrant(rp, back, expected);
  const person = await client.fetchUserInfo(rp, tokens.access_token, tokens.claims()?.sub ?? '');
  return { tokens, person };
}
