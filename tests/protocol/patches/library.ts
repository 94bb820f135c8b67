import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js';
import { onTestFinished } from 'vitest';

export const origin = 'http://op.example';
export const callback = 'https://rp.example/cb';
export const verifier = 'v'.repeat(43);
/** Its digest. */
export const challenge = '7w_YNF9DSfIdPf_pRjSq646_kPr-2-o9NAl16JGghdM';

const { privateKey } = await generateKeyPair('RS256', { extractable: true });
export const key: JWK = { ...(await exportJWK(privateKey)), kid: 'k', alg: 'RS256', use: 'sig' };

export const client = {
  client_id: 'app',
  client_secret: 'secret',
  redirect_uris: [callback],
  grant_types: ['authorization_code', 'implicit', 'refresh_token', 'client_credentials'],
  response_types: ['code', 'code id_token', 'id_token'],
};

interface Session {
  jti: string;
  save: (ttl: number) => Promise<string>;
}

/** The library without our patches, on a port, with a signed-in user. */
export async function createLibrary({ features, ...more }: Configuration = {}) {
  const provider: Provider = new Provider(origin, {
    clients: [client as never],
    jwks: { keys: [key as never] },
    adapter: class extends MemoryAdapter {} as never,
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      ClientCredentials: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    cookies: { keys: ['key'], long: { signed: false }, short: { signed: false } },
    responseTypes: ['code', 'code id_token', 'id_token'],
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ accountId: 'alice', clientId: 'app' });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
    ...more,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      ...features,
    },
  } as Configuration);
  const server = createServer((req, res) => provider.callback()(req, res));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const Session = provider.Session as unknown as new (payload: object) => Session;
  const session = new Session({ accountId: 'alice', loginTs: Math.floor(Date.now() / 1000) });
  await session.save(3600);
  const cookie = `_session=${session.jti}`;
  const base = `http://127.0.0.1:${port}`;

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Authorization: `Basic ${Buffer.from('app:secret').toString('base64')}`, ...headers },
      body: new URLSearchParams(fields),
    });

  const authorize = (params: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const usual = { client_id: 'app', response_type: 'code', redirect_uri: callback, scope: 'openid', state: 's' };
    const query = new URLSearchParams(Object.entries({ ...usual, ...params }).filter(([, value]) => value));
    return fetch(`${base}/auth?${query}`, { redirect: 'manual', headers: { cookie, ...headers } });
  };

  /** The parameters that an answer sends to the client. */
  const told = async (answer: Promise<Response>): Promise<Record<string, string>> => {
    const url = new URL((await answer).headers.get('location') ?? 'none:');
    return Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
  };

  async function tokens() {
    const { code = '' } = await told(authorize({ code_challenge: challenge, code_challenge_method: 'S256' }));
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier };
    return (await (await post('/token', fields)).json()) as Record<string, string>;
  }

  return { provider, base, cookie, authorize, post, told, tokens };
}
