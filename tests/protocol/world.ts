import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Answered, Client } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';

export const callback = 'https://app.example/callback';

type Settings = Partial<Application>;

export interface ProtocolWorld {
  app: TestApp;
  root: Client;
  /** Adds an application of the organization `acme`, whose users sign in there. */
  application: (name: string, settings?: Settings) => Promise<Application>;
  /** The data of a client after discovery. */
  relyingParty: (application: Application) => Promise<client.Configuration>;
}

/** A server with an organization, its user alice, and a cert whose keys are quick to make. */
export async function createProtocolWorld(
  options: Pick<Parameters<typeof startApp>[0] & object, 'now' | 'settings' | 'reroute'> = {},
): Promise<ProtocolWorld> {
  const app = await startApp(options);
  const root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', {
    owner: 'acme',
    name: 'alice',
    displayName: 'Alice Liddell',
    email: 'alice@acme.example',
    password,
  });
  await add(root, 'cert', { name: 'cert-es256', cryptoAlgorithm: 'ES256' });

  return {
    app,
    root,
    async application(name, own = {}) {
      await add(root, 'application', {
        name,
        organization: 'acme',
        cert: 'cert-es256',
        redirectUris: [callback],
        grantTypes: ['authorization_code', 'refresh_token'],
        ...own,
      });
      return (await root.get('get-application', { id: `admin/${name}` })).body.data;
    },
    relyingParty: ({ clientId, clientSecret, clientType }) =>
      client.discovery(
        new URL(app.url),
        clientId,
        undefined,
        clientType === 'public' ? client.None() : client.ClientSecretPost(clientSecret),
        { execute: [client.allowInsecureRequests] },
      ),
  };
}

/** The OAuth error of an answer. */
export const errorOf = ({ body }: Answered) => (body as unknown as { error?: string }).error;

/** The query of the sign-in page for an authorization request. */
export const asPageAsks = (request: URL | Record<string, string>): Record<string, string> => {
  const asked = request instanceof URL ? Object.fromEntries(request.searchParams) : request;
  const { client_id, response_type, redirect_uri, ...rest } = asked;
  return {
    ...rest,
    ...(client_id && { clientId: client_id }),
    ...(response_type && { responseType: response_type }),
    ...(redirect_uri && { redirectUri: redirect_uri }),
  };
};

/** Signs alice in at a client, as its sign-in page does. */
export const signInAt = (browser: Client, request: URL, username = 'alice', organization = 'acme'): Promise<Answered> =>
  browser.post('login', { type: 'code', organization, username, password }, { query: asPageAsks(request) });

export interface Flow {
  request: URL;
  verifier: string;
  nonce: string;
  state: string;
}

/** An authorization request with all parameters of a careful client. */
export async function careful(rp: client.Configuration, own: Record<string, string> = {}): Promise<Flow> {
  const verifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const state = client.randomState();
  const request = client.buildAuthorizationUrl(rp, {
    redirect_uri: callback,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    nonce,
    state,
    ...own,
  });
  return { request, verifier, nonce, state };
}

/** The whole flow: request, sign-in, exchange of the code. */
export async function tokensFor(
  world: ProtocolWorld,
  application: Application,
  own: Record<string, string> = {},
  username?: string,
) {
  const rp = await world.relyingParty(application);
  const flow = await careful(rp, own);
  const browser = world.app.client();
  const answer = await signInAt(browser, flow.request, username);
  if (answer.body.status !== 'ok') throw new Error(`${answer.body.msg} ${world.app.logged.at(-1) ?? ''}`);
  return { rp, flow, browser, code: String(answer.body.data), tokens: await exchange(rp, flow, answer.body.data) };
}

/** Returns to the client with a code. */
export const exchange = (rp: client.Configuration, { verifier, nonce, state }: Flow, code: string) => {
  const back = new URL(callback);
  back.search = String(new URLSearchParams({ code, state, iss: rp.serverMetadata().issuer }));
  return client.authorizationCodeGrant(rp, back, {
    pkceCodeVerifier: verifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  });
};
