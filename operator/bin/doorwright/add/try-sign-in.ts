import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { ProgramValues } from '@doorwright/programs/stacks.ts';
import * as oidc from 'openid-client';
import { CommandError } from '../command-error.ts';

interface Trial {
  values: ProgramValues;
  /** Gets the address where the person signs in. */
  onAddress: (address: string) => Promise<void>;
  withinMs: number;
  /** Ends the wait with an error. */
  signal: AbortSignal;
}

/** Answers one sign-in at the redirect address, as the program will, and returns the claims. Undefined if the port is taken. */
export async function trySignIn({ values, onAddress, withinMs, signal }: Trial): Promise<object | undefined> {
  const callback = new URL(values.redirectUri);
  const server = createServer();
  try {
    server.listen(Number(callback.port || 80), callback.hostname);
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  try {
    const config = await discover(values);
    const flow = { verifier: oidc.randomPKCECodeVerifier(), state: oidc.randomState(), nonce: oidc.randomNonce() };
    const claims = new Promise<object>((resolve, reject) => {
      server.on('request', (request, response) => {
        const url = new URL(request.url ?? '/', callback);
        // Another page of the browser, such as one with a wrong state, ends nothing.
        if (url.pathname !== callback.pathname || url.searchParams.get('state') !== flow.state)
          return answer(response, 400, 'This is not the sign-in that the terminal waits for.');
        exchange(config, url, flow).then(
          (found) => {
            answer(response, 200, 'You are signed in. Go back to the terminal.');
            resolve(found);
          },
          (error) => {
            answer(response, 400, 'The sign-in did not succeed. The terminal says why.');
            reject(new CommandError(`The sign-in did not succeed: ${error.error_description ?? error.message}`));
          },
        );
      });
      const late = `Nobody signed in within ${Math.round(withinMs / 1000)} seconds. Run the command again.`;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      AbortSignal.timeout(withinMs).onabort = () => reject(new CommandError(late));
    });
    await Promise.all([claims, requestOf(config, values, flow).then(onAddress)]);
    return await claims;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

interface Flow {
  verifier: string;
  state: string;
  nonce: string;
}

const discover = ({ issuer, clientId, clientSecret }: ProgramValues) =>
  oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret ? oidc.ClientSecretPost(clientSecret) : oidc.None(),
    // Only a local installation has no TLS.
    issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : undefined,
  );

const requestOf = async (config: oidc.Configuration, { redirectUri }: ProgramValues, flow: Flow) =>
  oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid profile email',
    state: flow.state,
    nonce: flow.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(flow.verifier),
    code_challenge_method: 'S256',
  }).href;

async function exchange(config: oidc.Configuration, url: URL, { verifier, state, nonce }: Flow): Promise<object> {
  const tokens = await oidc.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  return { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, String(claims?.sub))) };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${text}\n`);
}
