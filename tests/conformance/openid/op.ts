import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { type Browser, openBrowser } from '../../console/world/browser.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add, password } from '../../harness/world.ts';
import { type Agent, type Arrival, openAgent } from './agent.ts';
import { type RelyingParty, startRelyingParty } from './relying-party.ts';

/** The server under test as the plans require it: with a user who has every claim, and two applications. */
export interface Op {
  app: TestApp;
  rp: RelyingParty;
  /** An application that sends its secret in the header. */
  first: client.Configuration;
  second: client.Configuration;
  /** The same application, with its secret in the body. */
  byBody: client.Configuration;
  agent: () => Promise<Agent>;
  /** Moves the server's clock forward. */
  later: (seconds: number) => void;
  stop: () => Promise<void>;
}

export type Module = (op: Op) => Promise<void>;

const alice = {
  owner: 'acme',
  name: 'alice',
  displayName: 'Alice Liddell',
  avatar: 'https://acme.example/alice.png',
  homepage: 'https://alice.example',
  language: 'en',
  email: 'alice@acme.example',
  phone: '13800138000',
  location: 'Oxford',
  password,
};

export async function startOp(): Promise<Op> {
  let passed = 0;
  const rp = await startRelyingParty();
  const settings = { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8', DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' };
  const app = await startApp({ settings, now: () => new Date(Date.now() + passed * 1000) });
  const browser: Browser = await openBrowser();
  const root = await app.admin();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', alice);
  const applicationOf = async (name: string): Promise<Application> => {
    await add(root, 'application', {
      name,
      organization: 'acme',
      cert: 'cert-built-in',
      enableSigninSession: true,
      redirectUris: [rp.callback, rp.afterLogout],
      backchannelLogoutUri: rp.backchannel,
      grantTypes: ['authorization_code', 'refresh_token'],
    });
    return (await root.get('get-application', { id: `admin/${name}` })).body.data;
  };
  const discovered = ({ clientId, clientSecret }: Application, proof = client.ClientSecretBasic) =>
    client.discovery(new URL(app.url), clientId, { redirect_uris: [rp.callback] }, proof(clientSecret), {
      execute: [client.allowInsecureRequests],
    });
  const one = await applicationOf('app-first');
  return {
    app,
    rp,
    first: await discovered(one),
    byBody: await discovered(one, client.ClientSecretPost),
    second: await discovered(await applicationOf('app-second')),
    agent: () => openAgent(browser, app.url),
    later: (seconds) => {
      passed += seconds;
    },
    async stop() {
      await browser.close();
      await app.stop();
      rp.stop();
    },
  };
}

const callbackOf = (rp: client.Configuration) => String((rp.clientMetadata().redirect_uris as string[])[0]);

export interface Asked {
  url: URL;
  nonce: string | undefined;
  state: string;
}

/** An authorization request as the suite makes it: with state and nonce, and without PKCE unless the module adds it. */
export function ask(rp: client.Configuration, own: Record<string, string> = {}): Asked {
  const state = client.randomState();
  const nonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(rp, { redirect_uri: callbackOf(rp), scope: 'openid', state, nonce, ...own });
  return { url, nonce, state };
}

/** Exchanges the code in the address of a page, with all checks of a strict client. */
export const redeem = (
  rp: client.Configuration,
  { url }: Arrival,
  { nonce, state }: Asked,
  pkceCodeVerifier?: string,
) =>
  client.authorizationCodeGrant(rp, url, {
    idTokenExpected: true,
    expectedState: state,
    ...(nonce && { expectedNonce: nonce }),
    ...(pkceCodeVerifier && { pkceCodeVerifier }),
  });

/** A whole flow: request, sign-in, exchange of the code. */
export async function flow(rp: client.Configuration, agent: Agent, own: Record<string, string> = {}) {
  const asked = ask(rp, own);
  const arrival = await agent.open(asked.url);
  const tokens = await redeem(rp, arrival, asked);
  const claims = tokens.claims();
  if (!claims) throw new Error('no ID token came');
  return { asked, arrival, tokens, claims };
}

/** The error code that a standard client gets. */
export const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: { error?: string; cause?: { error?: string } }) => error.error ?? error.cause?.error ?? String(error),
  );
