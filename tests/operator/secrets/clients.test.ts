import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add, password } from '../../harness/world.ts';
import { clientKey, keySet } from '../../protocol/tokens/private-key-world.ts';
import { callback, careful, exchange, type Flow, signInAt } from '../../protocol/world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({}, {}, { settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: 'acme=127.0.0.0/8' } });
  await world.apply(
    a('Cert', 'acme', { name: 'signing', cryptoAlgorithm: 'ES256' }),
    a('Organization', 'acme', { displayName: 'Acme', defaultApplicationRef: { name: 'page' } }),
    a('Application', 'page', {
      organizationRef: { name: 'acme' },
      certRef: { name: 'acme' },
      publicClient: true,
      redirectUris: [callback],
    }),
  );
  await world.ready('application', 'page');
  await add(world.admin, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password });
}, clusterHookTimeout);
afterAll(() => world?.stop());

test('a public client has a connection Secret without a client secret, and signs in with PKCE only', async () => {
  expect(await world.inApi('application', 'page')).toMatchObject({ clientType: 'public' });
  const { OIDC_ISSUER_URL = '', OIDC_CLIENT_ID = '', ...found } = (await world.secret('page-oidc')) ?? {};
  expect(found).toHaveProperty('OIDC_TOKEN_URL');
  expect(found).not.toHaveProperty('OIDC_CLIENT_SECRET');
  const rp = await client.discovery(new URL(OIDC_ISSUER_URL), OIDC_CLIENT_ID, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const flow = await careful(rp);
  const signedIn = await signInAt(world.app.client(), flow.request);
  const tokens = await exchange(rp, flow, String(signedIn.body.data));
  expect(tokens.claims()).toMatchObject({ aud: OIDC_CLIENT_ID });
});

test('resources of one name and of different kinds are told apart', async () => {
  expect(await world.inApi('application', 'page')).toMatchObject({ organization: 'acme', cert: 'signing' });
});

test('a public client without PKCE is refused', async () => {
  const { OIDC_CLIENT_ID = '', OIDC_AUTHORIZATION_URL } = (await world.secret('page-oidc')) ?? {};
  const asked = { client_id: OIDC_CLIENT_ID, response_type: 'code', redirect_uri: callback, scope: 'openid' };
  const answer = await fetch(`${OIDC_AUTHORIZATION_URL}?${new URLSearchParams(asked)}`, { redirect: 'manual' });
  expect(answer.headers.get('location')).toContain('error=invalid_request');
});

describe('35.34 an application that signs with its private key', () => {
  const declare = (name: string, keys: object) =>
    a('Application', name, {
      organizationRef: { name: 'acme' },
      certRef: { name: 'acme' },
      redirectUris: [callback],
      grantTypes: ['authorization_code', 'refresh_token'],
      clientAuthentication: { method: 'PrivateKeyJWT' },
      requirePushedRequests: true,
      requirePkce: true,
      rotateRefreshTokens: false,
      ...keys,
    });
  const relyingParty = async (name: string, { privateKey }: Awaited<ReturnType<typeof clientKey>>) => {
    const { OIDC_ISSUER_URL = '', OIDC_CLIENT_ID = '', ...found } = (await world.secret(`${name}-oidc`)) ?? {};
    expect(found).not.toHaveProperty('OIDC_CLIENT_SECRET');
    const proof = client.PrivateKeyJwt({ key: privateKey as CryptoKey, kid: 'k-1' });
    const execute = [client.allowInsecureRequests];
    return client.discovery(new URL(OIDC_ISSUER_URL), OIDC_CLIENT_ID, undefined, proof, { execute });
  };
  async function tokensOf(rp: client.Configuration, flow: Flow) {
    const pushed = await client.buildAuthorizationUrlWithPAR(rp, flow.request.searchParams);
    const browser = world.app.client({ Accept: 'text/html' });
    const { headers } = await browser.get(pushed.pathname + pushed.search);
    const page = new URL(String(headers.get('location')), world.app.url);
    return exchange(rp, flow, String((await signInAt(browser, page)).body.data));
  }

  test('signs its users in as it is declared to', async () => {
    const key = await clientKey();
    await world.apply(declare('signer', { jwks: keySet(key) }));
    await world.ready('application', 'signer');
    const rp = await relyingParty('signer', key);
    const flow = await careful(rp);
    const tokens = await tokensOf(rp, flow);
    expect(tokens.claims()).toMatchObject({ aud: rp.clientMetadata().client_id });
    const refreshToken = String(tokens.refresh_token);
    expect((await client.refreshTokenGrant(rp, refreshToken)).refresh_token).toBe(refreshToken);

    const open = await world.app.client({ Accept: 'text/html' }).get(flow.request.pathname + flow.request.search);
    expect(open.headers.get('location')).toContain('error=invalid_request');
    const unproved = Object.fromEntries(flow.request.searchParams);
    for (const name of ['code_challenge', 'code_challenge_method']) delete unproved[name];
    await expect(client.buildAuthorizationUrlWithPAR(rp, unproved)).rejects.toMatchObject({ error: 'invalid_request' });
    const stranger = await relyingParty('signer', await clientKey());
    await expect(tokensOf(stranger, await careful(stranger))).rejects.toMatchObject({ error: 'invalid_client' });
  });

  test('moves its keys to an address, and rotates its refresh tokens, by another spec', async () => {
    const [key, moved] = [await clientKey(), await clientKey()];
    const server = createServer((_, res) => res.setHeader('Content-Type', 'application/json').end(keySet(moved)));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const jwksUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
    try {
      await world.apply(declare('mover', { jwks: keySet(key) }));
      await world.ready('application', 'mover');
      await world.apply(declare('mover', { jwksUri, rotateRefreshTokens: true }));
      await world.reason('application', 'mover', 'Reconciled');
      expect(await world.inApi('application', 'mover')).toMatchObject({ jwks: '', jwksUri });
      const rp = await relyingParty('mover', moved);
      const { refresh_token } = await tokensOf(rp, await careful(rp));
      const next = await client.refreshTokenGrant(rp, String(refresh_token));
      expect(next.refresh_token).not.toBe(refresh_token);
      const before = await relyingParty('mover', key);
      await expect(tokensOf(before, await careful(before))).rejects.toMatchObject({ error: 'invalid_client' });
    } finally {
      server.close();
    }
  });
});

test('a public client becomes confidential with a secret, and public again without it', async () => {
  const spec = (own: object) => ({ organizationRef: { name: 'acme' }, redirectUris: [callback], ...own });
  const type = async () => (await world.inApi('application', 'turncoat'))?.clientType;
  for (const [own, expected] of [
    [{ publicClient: true }, 'public'],
    [{ generate: true }, 'confidential'],
    [{ publicClient: true }, 'public'],
  ] as const) {
    await world.apply(a('Application', 'turncoat', spec(own)));
    await world.reason('application', 'turncoat', 'Reconciled');
    expect(await type()).toBe(expected);
    const has = (await world.secret('turncoat-oidc'))?.OIDC_CLIENT_SECRET !== undefined;
    expect(has).toBe(expected === 'confidential');
  }
});

test('T20 an organization and its default application become Ready although they refer to each other', async () => {
  await world.ready('organization', 'acme');
  expect(await world.inApi('organization', 'acme')).toMatchObject({
    defaultApplication: 'page',
    managedFields: ['defaultApplication', 'displayName'],
  });
});
