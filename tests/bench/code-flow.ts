import { createHash, randomBytes } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { basic, type Client, createClient } from '../harness/client.ts';
import { password } from '../harness/world.ts';

export const callback = 'https://app.example/callback';
const tokenPath = '/api/login/oauth/access_token';

export interface Given {
  access_token: string;
  refresh_token: string;
}

/** Asks the token endpoint, as the application itself. */
export async function token(application: Application, form: Record<string, string>, from: Client): Promise<Given> {
  const headers = basic(application.clientId, application.clientSecret);
  const { body, text } = await from.post(tokenPath, new URLSearchParams(form), { headers });
  const given = body as unknown as Given;
  if (!given.access_token) throw new Error(text);
  return given;
}

/** The steps of a browser and its application: authorization request, sign-in, exchange, userinfo. `from` is the application. */
export async function codeFlow(application: Application, username: string, url: string, from: Client): Promise<Given> {
  const browser = createClient(url, { Origin: url });
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    clientId: application.clientId,
    responseType: 'code',
    redirectUri: callback,
    scope: 'openid profile',
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  await browser.get('get-app-login', query);
  const signedIn = await browser.post('login', { type: 'code', organization: 'acme', username, password }, { query });
  const code = String(signedIn.body.data);
  const given = await token(
    application,
    { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier, code },
    from,
  );
  await from.get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${given.access_token}` } });
  return given;
}

/** Tells whether a token is valid, as a resource server asks. */
export async function introspect(application: Application, accessToken: string, from: Client): Promise<void> {
  const headers = basic(application.clientId, application.clientSecret);
  const form = new URLSearchParams({ token: accessToken });
  const { text } = await from.post('/api/login/oauth/introspect', form, { headers });
  if (!text.includes('"active":true')) throw new Error(text);
}
