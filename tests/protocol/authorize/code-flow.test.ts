import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callback, careful, createProtocolWorld, type ProtocolWorld, signInAt, tokensFor } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

describe('a client library that knows only the address', () => {
  test('signs a user in with code and PKCE, and reads their claims', async () => {
    const application = await world.application('app-code');
    const { rp, tokens } = await tokensFor(world, application);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: world.app.url, aud: application.clientId });
    expect(claims).toEqual(
      expect.objectContaining({ at_hash: expect.any(String), auth_time: expect.any(Number), sid: expect.any(String) }),
    );
    const info = await client.fetchUserInfo(rp, tokens.access_token, String(claims?.sub));
    expect(info).toMatchObject({ name: 'Alice Liddell', preferred_username: 'alice', email: 'alice@acme.example' });
  });

  test('refreshes its tokens', async () => {
    const { rp, tokens } = await tokensFor(world, await world.application('app-refresh'));
    const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token));
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    expect((await client.fetchUserInfo(rp, fresh.access_token, String(tokens.claims()?.sub))).name).toBe(
      'Alice Liddell',
    );
  });
});

test('the authorization endpoint sends a browser to the sign-in page, or back with a code if its user is signed in', async () => {
  const application = await world.application('app-browser', { enableSigninSession: true });
  const rp = await world.relyingParty(application);
  const browser = world.app.client();
  const first = await careful(rp, { noRedirect: 'true' });
  const answer = await browser.get(first.request.pathname + first.request.search);
  expect(answer.status).toBe(303);
  const page = new URL(String(answer.headers.get('location')), world.app.url);
  expect(page.pathname).toBe('/login/oauth/authorize');
  expect(page.searchParams.get('noRedirect')).toBe('true');
  const { data, data2 } = (await signInAt(browser, page)).body;
  expect(data2).toMatch(`${callback}?code=${data}`);
  const second = await careful(rp);
  const back = await browser.get(second.request.pathname + second.request.search);
  expect(back.status).toBe(303);
  expect(String(back.headers.get('location'))).toMatch(`${callback}?code=`);
  const tokens = await client.authorizationCodeGrant(rp, new URL(String(back.headers.get('location'))), {
    pkceCodeVerifier: second.verifier,
    expectedNonce: second.nonce,
    expectedState: second.state,
  });
  expect(tokens.claims()?.sub).toBeTruthy();
});

test('access tokens are JWTs of the application’s cert, and rows that its administrators see', async () => {
  const application = await world.application('app-jwt');
  const { tokens } = await tokensFor(world, application);
  const keys = createRemoteJWKSet(new URL(`${world.app.url}/.well-known/jwks`));
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, keys, {
    issuer: world.app.url,
    audience: application.clientId,
    typ: 'at+jwt',
  });
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'cert-es256', typ: 'at+jwt' });
  expect(payload).toMatchObject({ owner: 'acme', name: 'alice', displayName: 'Alice Liddell' });
  expect(payload).not.toHaveProperty('password');
  expect(payload).not.toHaveProperty('passwordSalt');
  expect(decodeProtectedHeader(String(tokens.id_token)).kid).toBe('cert-es256');
  const { data } = (await world.root.get('get-tokens', { field: 'application', value: 'app-jwt' })).body;
  expect(data).toEqual([
    expect.objectContaining({
      application: 'app-jwt',
      organization: 'acme',
      user: 'alice',
      code: '***',
      codeIsUsed: true,
      accessToken: '***',
      refreshToken: '***',
      scope: 'openid profile email',
      tokenType: 'Bearer',
      expiresIn: 168 * 3600,
    }),
  ]);
});
