import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callback, createProtocolWorld, type ProtocolWorld, signInAt } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

// The tests have no TLS.
const insecure = { [oauth.allowInsecureRequests]: true } as const;

test('a strict client of a page signs in, refreshes and asks userinfo, with verified signatures', async () => {
  const application = await world.application('app-page', { clientType: 'public' });
  const issuer = new URL(world.app.url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const page: oauth.Client = { client_id: application.clientId };
  const verifier = oauth.generateRandomCodeVerifier();
  const nonce = oauth.generateRandomNonce();
  const state = oauth.generateRandomState();
  const request = new URL(String(as.authorization_endpoint));
  request.search = String(
    new URLSearchParams({
      client_id: application.clientId,
      response_type: 'code',
      redirect_uri: callback,
      scope: 'openid email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce,
      state,
    }),
  );
  const { data: code } = (await signInAt(world.app.client(), request)).body;
  const back = new URL(callback);
  back.search = String(new URLSearchParams({ code, state, iss: world.app.url }));
  const params = oauth.validateAuthResponse(as, page, back, state);
  const none = oauth.None();
  const response = await oauth.authorizationCodeGrantRequest(as, page, none, params, callback, verifier, insecure);
  const checks = { expectedNonce: nonce, requireIdToken: true };
  const tokens = await oauth.processAuthorizationCodeResponse(as, page, response, checks);
  await oauth.validateApplicationLevelSignature(as, response, insecure);
  const sub = String(oauth.getValidatedIdTokenClaims(tokens)?.sub);

  const asked = await oauth.userInfoRequest(as, page, tokens.access_token, insecure);
  expect(await oauth.processUserInfoResponse(as, page, sub, asked)).toMatchObject({ sub, email: 'alice@acme.example' });
  const refreshed = await oauth.refreshTokenGrantRequest(as, page, none, String(tokens.refresh_token), insecure);
  expect(await oauth.processRefreshTokenResponse(as, page, refreshed)).toMatchObject({ scope: 'openid email' });
});

test('a resource server verifies an access token by RFC 9068', async () => {
  const application = await world.application('app-resource', { grantTypes: ['client_credentials'] });
  const issuer = new URL(world.app.url);
  const as = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
  const machine: oauth.Client = { client_id: application.clientId };
  const secret = oauth.ClientSecretBasic(application.clientSecret);
  const response = await oauth.clientCredentialsGrantRequest(as, machine, secret, {}, insecure);
  const { access_token } = await oauth.processClientCredentialsResponse(as, machine, response);
  const call = new Request('https://api.example/things', { headers: { Authorization: `Bearer ${access_token}` } });
  const claims = await oauth.validateJwtAccessToken(as, call, application.clientId, insecure);
  expect(claims).toMatchObject({ iss: world.app.url, client_id: application.clientId });
});
