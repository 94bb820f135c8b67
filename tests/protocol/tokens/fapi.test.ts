import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { fapiSettings } from '@doorwright/crds/options/fapi.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, careful, createProtocolWorld, errorOf, exchange, type ProtocolWorld, signInAt } from '../world.ts';
import {
  asProof,
  type ClientKey,
  clientKey,
  keyApplication,
  postForm,
  proofClaims,
  signed,
  tokenPath,
} from './private-key-world.ts';

/** What the preset of the console sets. */
const fapi = fapiSettings({ grantTypes: ['refresh_token', 'password'], oauthFeatures: [] });

let world: ProtocolWorld;
let key: ClientKey;
beforeAll(async () => {
  world = await createProtocolWorld();
  key = await clientKey();
});
afterAll(() => world.app.stop());

const relyingParty = ({ clientId }: Application) =>
  client.discovery(
    new URL(world.app.url),
    clientId,
    undefined,
    client.PrivateKeyJwt({ key: key.privateKey as CryptoKey, kid: 'k-1' }),
    { execute: [client.allowInsecureRequests] },
  );

const addressOf = ({ pathname, search }: URL) => pathname + search;

/** Opens the page of a pushed request, and answers its address. */
async function pageOf(rp: client.Configuration, request: URL, browser = world.app.client({ Accept: 'text/html' })) {
  const pushed = await client.buildAuthorizationUrlWithPAR(rp, request.searchParams);
  const { headers } = await browser.get(addressOf(pushed));
  return { browser, page: new URL(String(headers.get('location')), world.app.url) };
}

describe('35.34 an application with the settings of FAPI 2', () => {
  test('signs its users in by a pushed request, and keeps its refresh token', async () => {
    const rp = await relyingParty(await keyApplication(world, key, { ...fapi, enableSigninSession: true }));
    const flow = await careful(rp, { scope: 'openid' });
    const { browser, page } = await pageOf(rp, flow.request);
    const { body } = await signInAt(browser, page);
    expect(body).toMatchObject({ status: 'ok' });
    const DPoP = client.getDPoPHandle(rp, await client.randomDPoPKeyPair());
    const back = new URL(callback);
    back.search = String(new URLSearchParams({ code: String(body.data), state: flow.state, iss: world.app.url }));
    const checks = { pkceCodeVerifier: flow.verifier, expectedNonce: flow.nonce, expectedState: flow.state };
    const tokens = await client.authorizationCodeGrant(rp, back, checks, undefined, { DPoP });
    const refreshToken = String(tokens.refresh_token);
    const refresh = (handle = DPoP) => client.refreshTokenGrant(rp, refreshToken, {}, { DPoP: handle });
    const [once, twice] = [await refresh(), await refresh()];
    expect([once.refresh_token, twice.refresh_token]).toEqual([refreshToken, refreshToken]);
    expect(once.access_token).not.toBe(twice.access_token);
    expect(await client.tokenIntrospection(rp, once.access_token)).toEqual({ active: false });
    expect(await client.tokenIntrospection(rp, twice.access_token)).toMatchObject({ active: true });
    // The end of the session ends all (S22).
    await browser.post('logout');
    await expect(refresh()).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await client.tokenIntrospection(rp, twice.access_token)).toEqual({ active: false });
  });

  test('cannot use a pushed request twice, also where its page opened twice', async () => {
    const rp = await relyingParty(await keyApplication(world, key, fapi));
    const { request } = await careful(rp);
    const pushed = await client.buildAuthorizationUrlWithPAR(rp, request.searchParams);
    const open = async () => {
      const browser = world.app.client({ Accept: 'text/html' });
      const { headers } = await browser.get(addressOf(pushed));
      return signInAt(browser, new URL(String(headers.get('location')), world.app.url));
    };
    const pages = [await open(), await open()];
    expect(pages.map(({ body }) => body.status)).toEqual(['ok', 'error']);
  });

  test('proves itself to the issuer alone, by an algorithm of FAPI 2', async () => {
    const weak = await clientKey('RS256', 'weak');
    const asked = { grant_type: 'refresh_token', refresh_token: 'x' };
    const proved = async (by: ClientKey, own = {}) => {
      const application = await keyApplication(world, by, fapi);
      const shown = asProof(await signed(by, proofClaims(world.app, application, own)));
      return (await postForm(world, tokenPath, { ...asked, ...shown })).error;
    };
    expect(await proved(key)).not.toBe('invalid_client');
    expect(await proved(key, { aud: world.app.url + tokenPath })).toBe('invalid_client');
    expect(await proved(key, { aud: [world.app.url] })).toBe('invalid_client');
    expect(await proved(weak)).toBe('invalid_client');
  });
});

describe('35.34 an application can demand', () => {
  test('pushed requests: a request in the address is refused, at the endpoint and at /api/login', async () => {
    const application = await world.application(`app-${randomUUID()}`, { requirePushedRequests: true });
    const rp = await world.relyingParty(application);
    const flow = await careful(rp);
    const direct = await world.app.client({ Accept: 'text/html' }).get(addressOf(flow.request));
    expect(String(direct.headers.get('location'))).toMatch(/^https:\/\/app\.example\/callback\?error=invalid_request&/);
    expect((await signInAt(world.app.client(), flow.request)).body).toMatchObject({ status: 'error', data: null });
    // The name of a page that never opened does not help.
    const lied = new URL(flow.request);
    lied.searchParams.set('interaction', 'unknown');
    expect((await signInAt(world.app.client(), lied)).body.status).toBe('error');
    const { browser, page } = await pageOf(rp, flow.request);
    const { body } = await signInAt(browser, page);
    expect((await exchange(rp, flow, String(body.data))).claims()?.sub).toBeTruthy();
  });

  test('pushed requests: a page that opened before the setting does not answer', async () => {
    const name = `app-${randomUUID()}`;
    const application = await world.application(name);
    const { request } = await careful(await world.relyingParty(application));
    const browser = world.app.client({ Accept: 'text/html' });
    const { headers } = await browser.get(addressOf(request));
    await world.root.post('update-application', { requirePushedRequests: true }, { query: { id: `admin/${name}` } });
    const page = new URL(String(headers.get('location')), world.app.url);
    expect((await signInAt(browser, page)).body.status).toBe('error');
  });

  test('PKCE, though it has a secret', async () => {
    const strict = await world.application(`app-${randomUUID()}`, { requirePkce: true });
    const free = await world.application(`app-${randomUUID()}`);
    const without = async (application: Application) => {
      const { request } = await careful(await world.relyingParty(application));
      for (const name of ['code_challenge', 'code_challenge_method']) request.searchParams.delete(name);
      return (await signInAt(world.app.client(), request)).body.status;
    };
    expect([await without(strict), await without(free)]).toEqual(['error', 'ok']);
  });
});

describe('35.34 refresh tokens', () => {
  const refreshed = async (application: Application, fields: Record<string, string>, headers = {}) =>
    postForm(
      world,
      tokenPath,
      {
        grant_type: 'refresh_token',
        client_id: application.clientId,
        ...(application.clientType === 'confidential' && { client_secret: application.clientSecret }),
        ...fields,
      },
      headers,
    );

  test('rotate where the application does not say otherwise', async () => {
    const application = await world.application(`app-${randomUUID()}`);
    const rp = await world.relyingParty(application);
    const flow = await careful(rp);
    const { body } = await signInAt(world.app.client(), flow.request);
    const { refresh_token } = await exchange(rp, flow, String(body.data));
    const next = await refreshed(application, { refresh_token: String(refresh_token) });
    expect(next.refresh_token).not.toBe(refresh_token);
    expect(await refreshed(application, { refresh_token: String(refresh_token) })).toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('stay for a client with a secret that wants it, and no other client can use them', async () => {
    const application = await world.application(`app-${randomUUID()}`, { rotateRefreshTokens: false });
    const other = await world.application(`app-${randomUUID()}`, { rotateRefreshTokens: false });
    const rp = await world.relyingParty(application);
    const flow = await careful(rp);
    const { body } = await signInAt(world.app.client(), flow.request);
    const refresh_token = String((await exchange(rp, flow, String(body.data))).refresh_token);
    const answers = await Promise.all([1, 2, 3].map(() => refreshed(application, { refresh_token })));
    expect(answers.map(({ status, refresh_token: kept }) => [status, kept])).toEqual(
      Array(3).fill([200, refresh_token]),
    );
    expect(await refreshed(other, { refresh_token })).toMatchObject({ error: 'invalid_grant' });
    await postForm(world, '/api/login/oauth/revoke', {
      token: refresh_token,
      client_id: application.clientId,
      client_secret: application.clientSecret,
    });
    expect(await refreshed(application, { refresh_token })).toMatchObject({ error: 'invalid_grant' });
  });

  test('of a public client rotate unless a key binds them', async () => {
    const own = { clientType: 'public', rotateRefreshTokens: false } as const;
    const name = `app-${randomUUID()}`;
    const refused = await world.root.post('add-application', { name, organization: 'acme', ...own });
    expect(refused.body).toMatchObject({ status: 'error', msg: expect.stringContaining('dpop') });
    // A token that came before the application had dpop asks for no key.
    const application = await world.application(name, { clientType: 'public' });
    const rp = await world.relyingParty(application);
    const flow = await careful(rp);
    const { body } = await signInAt(world.app.client(), flow.request);
    const refresh_token = String((await exchange(rp, flow, String(body.data))).refresh_token);
    const settings = { oauthFeatures: ['dpop'], rotateRefreshTokens: false };
    await world.root.post('update-application', settings, { query: { id: `admin/${name}` } });
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const proof = async () =>
      new SignJWT({ htm: 'POST', htu: world.app.url + tokenPath, jti: randomUUID() })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(publicKey) })
        .setIssuedAt()
        .sign(privateKey);
    const next = await refreshed(application, { refresh_token }, { DPoP: await proof() });
    expect(next).toMatchObject({ status: 200, refresh_token: expect.any(String) });
    expect(next.refresh_token).not.toBe(refresh_token);
  });
});

test('35.34 the discovery document tells what clients may use', async () => {
  const { body } = await world.app.anonymous.get('/.well-known/openid-configuration');
  const told = body as unknown as Record<string, string[]>;
  for (const endpoint of ['token', 'introspection', 'revocation']) {
    expect(told[`${endpoint}_endpoint_auth_methods_supported`]).toContain('private_key_jwt');
    const algorithms = told[`${endpoint}_endpoint_auth_signing_alg_values_supported`];
    expect(algorithms).toEqual(expect.arrayContaining(['PS256', 'ES256', 'EdDSA']));
    expect(algorithms?.join()).not.toMatch(/HS|none/);
  }
  expect(told).toMatchObject({ request_parameter_supported: true, request_uri_parameter_supported: false });
  expect(told.request_object_signing_alg_values_supported?.join()).not.toMatch(/HS|none/);
});

test('35.34 keys of an application are public, of known kinds, and in one place', async () => {
  const add = async (own: object) => {
    const settings = { name: `app-${randomUUID()}`, organization: 'acme', clientType: 'private_key', ...own };
    return (await world.root.post('add-application', settings)).body;
  };
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const sets = {
    nothing: '',
    text: 'keys',
    none: '{"keys":[]}',
    secret: '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}',
    private: JSON.stringify({ keys: [await exportJWK(privateKey)] }),
    short: JSON.stringify({ keys: [{ kty: 'RSA', n: 'a'.repeat(171), e: 'AQAB' }] }),
    curve: JSON.stringify({ keys: [{ kty: 'EC', crv: 'secp256k1', x: 'a', y: 'b' }] }),
    many: JSON.stringify({ keys: Array(21).fill(key.jwk) }),
  };
  for (const jwks of Object.values(sets)) expect(await add({ jwks })).toMatchObject({ status: 'error' });
  const jwks = JSON.stringify({ keys: [key.jwk] });
  expect(await add({ jwks, jwksUri: 'https://app.example/keys' })).toMatchObject({ status: 'error' });
  for (const jwksUri of ['http://app.example/keys', 'file:///etc/passwd', 'https://a:b@app.example/keys'])
    expect(await add({ jwksUri })).toMatchObject({ status: 'error' });
  expect(await add({ jwksUri: 'https://app.example/keys' })).toMatchObject({ status: 'ok' });
});

test('35.34 nobody outside of the organization reads the keys of an application', async () => {
  const { name } = await keyApplication(world, key, { jwks: '', jwksUri: 'https://app.example/keys' });
  const { body } = await world.app.anonymous.get('get-application', { id: `admin/${name}` });
  expect(JSON.stringify(body)).not.toContain('app.example/keys');
  expect(errorOf({ body } as never)).toBeUndefined();
});
