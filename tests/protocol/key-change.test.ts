import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../declared/operator.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from './world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

test('keys change without anybody being signed out: the old one verifies until its last token has ended', async () => {
  const operator = createOperator(world.app.url);
  const fields = { displayName: 'Rolling', cryptoAlgorithm: 'ES256' };
  await operator.put('cert/admin/rolling', { uid: 'u-rolling', fields });
  const application = await world.application('app-rolling', { cert: 'rolling', enableSigninSession: true });
  const { rp, tokens: before, browser } = await tokensFor(world, application);
  expect(decodeProtectedHeader(before.access_token).kid).toBe('rolling');

  await operator.post('cert/admin/rolling/keys', { kid: 'rolling-2' });
  await operator.post('cert/admin/rolling/keys/rolling-2/sign', { retireSeconds: 3600 });
  // A replica learns of the change within five seconds.
  await expect
    .poll(async () => (await tokensFor(world, application)).tokens, { timeout: 10_000, interval: 500 })
    .toSatisfy(({ access_token, id_token }) =>
      [access_token, id_token].every((token) => decodeProtectedHeader(token).kid === 'rolling-2'),
    );

  const keys = createRemoteJWKSet(new URL(`${world.app.url}/.well-known/jwks`));
  for (const token of [before.access_token, String(before.id_token)])
    await expect(jwtVerify(token, keys, { issuer: world.app.url })).resolves.toBeTruthy();
  const hint = client.buildEndSessionUrl(rp, { id_token_hint: String(before.id_token) });
  expect((await browser.get(hint.pathname + hint.search)).status).toBe(200);
  const jwks = (await world.app.anonymous.get('/.well-known/jwks')).text;
  expect(jwks).toMatch('x5c');
  expect(jwks).not.toMatch(/"(d|p|q)":/);
});
