import { randomUUID } from 'node:crypto';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

test('a key changes without signing users out: the old one verifies until its last token has expired', async () => {
  const operator = createOperator(world.app.url);
  const fields = { displayName: 'Rolling', cryptoAlgorithm: 'ES256' };
  await operator.put('cert/admin/rolling', { uid: 'u-rolling', fields });
  const application = await world.application('app-rolling', { cert: 'rolling', enableSigninSession: true });
  const { rp, tokens: before, browser } = await tokensFor(world, application);
  expect(decodeProtectedHeader(before.access_token).kid).toBe('rolling');

  await operator.post('cert/admin/rolling/keys', { kid: 'rolling-2' });
  await operator.post('cert/admin/rolling/keys/rolling-2/sign', { retireSeconds: 3600 });
  // A replica notices the change within five seconds.
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

const open = (browser: Client, { pathname, search }: URL, headers = {}) =>
  browser.get(pathname + search, {}, { headers });

test('an ID token is still a hint at its session after the application changed to a cert of another algorithm', async () => {
  const name = randomUUID();
  await add(world.root, 'cert', { name, cryptoAlgorithm: 'EdDSA' });
  const application = await world.application(`app-${name}`, { enableSigninSession: true });
  const { rp, tokens, browser } = await tokensFor(world, application);
  const query = { id: `admin/${application.name}` };
  expect((await world.root.post('update-application', { cert: name }, { query })).body.status).toBe('ok');
  await expect
    .poll(async () => (await tokensFor(world, application)).tokens.id_token, { timeout: 10_000, interval: 500 })
    .toSatisfy((token) => decodeProtectedHeader(token).kid === name);

  const id_token_hint = String(tokens.id_token);
  expect(decodeProtectedHeader(id_token_hint).kid).toBe('cert-es256');
  const { request } = await careful(rp, { prompt: 'none', id_token_hint });
  const back = new URL(String((await open(browser, request)).headers.get('location')));
  expect([back.searchParams.get('error'), back.searchParams.has('code')]).toEqual([null, true]);
  expect((await open(browser, client.buildEndSessionUrl(rp, { id_token_hint }))).status).toBe(200);
});

test('an application with an expired cert is refused with a cause, and no other cert signs for it', async () => {
  const name = randomUUID();
  await add(world.root, 'cert', { name, cryptoAlgorithm: 'ES256' });
  const grantTypes = ['authorization_code', 'client_credentials'] as const;
  const application = await world.application(`app-${name}`, { cert: name, grantTypes: [...grantTypes] });
  const { flow, browser } = await tokensFor(world, application);
  const past = new Date(Date.now() - 2 * 366 * 24 * 3600_000);
  const old = { name, owner: 'admin', cryptoAlgorithm: 'ES256', bitSize: 0, expireInYears: 1, now: past } as const;
  const stored = await world.app.store('cert').find(world.app.db, 'admin', name);
  await world.app
    .store('cert')
    .update(world.app.db, 'admin', name, { ...stored, ...(await generateCert(old)) } as never);

  const refused = {
    error: 'invalid_client',
    error_description: 'the certificate of the application has expired',
    error_uri: `${world.app.url}/docs/errors/cert-expired`,
  };
  const form = { grant_type: 'client_credentials', client_id: application.clientId };
  const asked = new URLSearchParams({ ...form, client_secret: application.clientSecret });
  await expect
    .poll(async () => (await world.app.anonymous.post('/api/login/oauth/access_token', asked)).body, {
      timeout: 10_000,
      interval: 500,
    })
    .toMatchObject(refused);
  const page = await open(browser, flow.request, { Accept: 'text/html' });
  expect([page.status, page.text]).toEqual([400, expect.stringContaining(refused.error_description)]);
  const told = await browser.get('get-app-login', asPageAsks(flow.request));
  expect(told.body).toMatchObject({ status: 'error', code: 'cert-expired', data: { name: application.name } });
  const { body } = await browser.post('login', { type: 'code' }, { query: asPageAsks(flow.request) });
  expect(body).toMatchObject({ status: 'error', code: 'cert-expired' });
  expect((await browser.get('/api/login/oauth/logout')).status).toBe(200);
});
