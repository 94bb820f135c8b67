import { createPrivateKey, createPublicKey, randomUUID, X509Certificate } from 'node:crypto';
import { certificateFor, generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import { createRemoteJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from '../../harness/app.ts';
import { add } from '../../harness/world.ts';
import { careful, createProtocolWorld, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

const hour = 3600_000;
const kidOf = (token: unknown) => decodeProtectedHeader(String(token)).kid;
const jwks = async () => (await world.app.anonymous.get('/.well-known/jwks')).body as unknown as JSONWebKeySet;

/** A client that caches the keys, and reads them again for an unknown id. */
const reader = () => createRemoteJWKSet(new URL(`${world.app.url}/.well-known/jwks`), { cooldownDuration: 0 });

const read = async (name: string) => (await world.root.get('get-cert', { id: `admin/${name}` })).body.data;
const change = async (name: string, changes: object) => {
  const { body } = await world.root.post(
    'update-cert',
    { ...(await read(name)), ...changes },
    { query: { id: `admin/${name}` } },
  );
  expect(body).toMatchObject({ status: 'ok' });
};

const listed = async (name: string) => (await world.root.get('get-cert-keys', { id: `admin/${name}` })).body.data;
const end = (name: string, kid: unknown) => world.root.post('delete-cert-key', { owner: 'admin', name, kid });
const verifies = (token: string) =>
  jwtVerify(token, reader()).then(
    () => true,
    () => false,
  );

/** A cert, an application that signs with it, and alice signed in there. */
async function signedIn(fields: object, settings: Partial<Application> = {}) {
  const name = `cert-${randomUUID()}`;
  await add(world.root, 'cert', { name, ...fields });
  const application = await world.application(`app-${name}`, { cert: name, enableSigninSession: true, ...settings });
  const keys = reader();
  const before = await tokensFor(world, application);
  await jwtVerify(before.tokens.access_token, keys);
  return { name, application, keys, before };
}

/** Every endpoint still takes a token from before the change. */
async function staysGood({ rp, browser, tokens }: Awaited<ReturnType<typeof tokensFor>>, keys = reader()) {
  const options = { issuer: world.app.url, algorithms: [String(decodeProtectedHeader(tokens.access_token).alg)] };
  for (const token of [tokens.access_token, String(tokens.id_token)])
    await expect(jwtVerify(token, keys, options)).resolves.toBeTruthy();
  const { sub } = await client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck);
  expect((await client.tokenIntrospection(rp, tokens.access_token)).active).toBe(true);
  const id_token_hint = String(tokens.id_token);
  const { request } = await careful(rp, { prompt: 'none', id_token_hint });
  const back = new URL(String((await browser.get(request.pathname + request.search)).headers.get('location')));
  expect([back.searchParams.get('error'), back.searchParams.has('code')]).toEqual([null, true]);
  const hint = client.buildEndSessionUrl(rp, { id_token_hint });
  expect((await browser.get(hint.pathname + hint.search)).status).toBe(200);
  return sub;
}

const made = { certificate: '', privateKey: '' };
const wish = () =>
  ({ name: 'x', owner: 'admin', cryptoAlgorithm: 'ES256', expireInYears: 1, now: new Date() }) as const;
const pasted = () => generateCert({ ...wish(), bitSize: 0 });

test.each([
  ['generated', async () => made],
  ['pasted', pasted],
])('a new key pair that is %s signs at once, and earlier tokens stay valid', async (_, pair) => {
  const { name, application, keys, before } = await signedIn({ cryptoAlgorithm: 'ES256' });
  expect(kidOf(before.tokens.access_token)).toBe(name);
  await change(name, await pair());

  const { tokens } = await tokensFor(world, application);
  expect(kidOf(tokens.access_token)).not.toBe(name);
  expect(kidOf(tokens.id_token)).toBe(kidOf(tokens.access_token));
  // With an id of its own, no client takes it for the cached one.
  await expect(jwtVerify(tokens.access_token, keys)).resolves.toBeTruthy();
  await staysGood(before, keys);
  await staysGood(before);
  const refreshed = await client.refreshTokenGrant(before.rp, String(before.tokens.refresh_token));
  expect(kidOf(refreshed.access_token)).toBe(kidOf(tokens.access_token));
});

test('a renamed cert signs under its new name, and its earlier tokens stay valid', async () => {
  const { name, application, keys, before } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const renamed = `renamed-${name}`;
  await change(name, { name: renamed });
  expect((await world.root.get('get-application', { id: `admin/${application.name}` })).body.data.cert).toBe(renamed);
  const { tokens } = await tokensFor(world, application);
  expect([kidOf(tokens.access_token), kidOf(tokens.id_token)]).toEqual([renamed, renamed]);
  await expect(jwtVerify(tokens.access_token, keys)).resolves.toBeTruthy();
  await staysGood(before);
});

test('a cert that changes its algorithm keeps its earlier tokens valid, with the same key', async () => {
  const { name, application, keys, before } = await signedIn({ cryptoAlgorithm: 'RS256', bitSize: 2048 });
  await change(name, { cryptoAlgorithm: 'PS256' });
  const { tokens } = await tokensFor(world, application);
  expect(decodeProtectedHeader(tokens.access_token).alg).toBe('PS256');
  await expect(jwtVerify(tokens.access_token, keys, { algorithms: ['PS256'] })).resolves.toBeTruthy();
  const own = (await jwks()).keys.filter(({ kid }) => kid?.startsWith(name));
  expect(own.map(({ alg }) => alg)).toEqual(['PS256', 'RS256']);
  await staysGood(before);
});

test('a key that retired before keys had algorithms of their own keeps that of its cert', async () => {
  const { name, before } = await signedIn({ cryptoAlgorithm: 'RS256', bitSize: 2048 });
  await change(name, made);
  await world.app.db('cert_keys').where({ cert: name }).update({ crypto_algorithm: '' });
  await staysGood(before);
  await change(name, { cryptoAlgorithm: 'ES256', ...made });
  await staysGood(before);
  expect((await listed(name)).map((key: { cryptoAlgorithm: string }) => key.cryptoAlgorithm)).toEqual([
    'ES256',
    'RS256',
    'RS256',
  ]);
});

test('every replica hears of a key as soon as one signs with it', async () => {
  const replica = await startApp({ databaseUrl: world.app.databaseUrl });
  const { name } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const told = async () =>
    ((await replica.anonymous.get('/.well-known/jwks')).text.match(new RegExp(name, 'g')) ?? []).length;
  expect(await told()).toBe(1);
  await change(name, made);
  // A replica without notice sees it after five seconds.
  await expect.poll(told, { timeout: 4_500, interval: 20 }).toBe(2);
  await replica.stop();
});

test('a cert with an expired certificate is not in the JWKS, and its new key leaves it out', async () => {
  const { name, application } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const past = await generateCert({ ...wish(), bitSize: 0, now: new Date('2020-01-01') });
  const stored = await world.app.store('cert').find(world.app.db, 'admin', name);
  await world.app.store('cert').update(world.app.db, 'admin', name, { ...stored, ...past });
  const kids = async () => (await jwks()).keys.map(({ kid }) => String(kid)).filter((kid) => kid.startsWith(name));
  await expect.poll(kids, { timeout: 10_000, interval: 200 }).toEqual([]);
  expect(await listed(name)).toMatchObject([{ kid: name, state: 'signing', expireTime: '2021-01-01T00:00:00.000Z' }]);
  await change(name, made);
  const { tokens } = await tokensFor(world, application);
  expect(await kids()).toEqual([kidOf(tokens.access_token)]);
  expect(await listed(name)).toHaveLength(1);
});

test('a leaked key can be ended at once, and the signing key cannot', async () => {
  const { name, application, before } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const hours = (count: number) =>
    expect.toSatisfy((at: string) => Math.abs(Date.parse(at) - Date.now() - count * hour) < hour);
  await change(name, made);
  const [signing, retired] = await listed(name);
  expect(signing).toMatchObject({ state: 'signing', notAfter: '' });
  expect(retired).toMatchObject({ kid: name, state: 'retired', cryptoAlgorithm: 'ES256', notAfter: hours(168) });
  expect(JSON.stringify(await listed(name))).not.toContain('PRIVATE');
  expect((await end(name, signing.kid)).body).toMatchObject({ status: 'error', code: 'in-use' });
  expect((await end('cert-es256', name)).body).toMatchObject({ code: 'not-found' });
  expect(await verifies(before.tokens.access_token)).toBe(true);

  expect((await end(name, name)).body.status).toBe('ok');
  expect(await listed(name)).toEqual([signing]);
  expect(await verifies(before.tokens.access_token)).toBe(false);
  const id_token_hint = String(before.tokens.id_token);
  const hint = client.buildEndSessionUrl(before.rp, { id_token_hint });
  expect((await before.browser.get(hint.pathname + hint.search)).status).toBe(400);
  const { tokens } = await tokensFor(world, application);
  expect([kidOf(tokens.access_token), await verifies(tokens.access_token)]).toEqual([signing.kid, true]);
});

test('a retired key stays while tokens of the cert’s applications live, but no longer than its certificate', async () => {
  const { name } = await signedIn({ cryptoAlgorithm: 'ES256' }, { expireInHours: 24 * 400 });
  const { certificate, privateKey } = await pasted();
  const end = new X509Certificate(certificate).validToDate.toISOString();
  await change(name, { certificate, privateKey });
  await change(name, made);
  const [, first, pastedKey] = await listed(name);
  expect(pastedKey).toMatchObject({ state: 'retired', notAfter: end, expireTime: end });
  expect(Date.parse(first.notAfter)).toBeGreaterThan(Date.now() + 399 * 24 * hour);
});

test('a renewed certificate of the same key keeps the id, and a former key gets its id again', async () => {
  const { name } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const { certificate, privateKey } = (await world.app
    .store('cert')
    .find(world.app.db, 'admin', name)) as unknown as Cert;
  await change(name, made);
  await change(name, { certificate, privateKey });
  expect((await listed(name)).map(({ kid, state }: never) => [kid, state])).toEqual([
    [name, 'signing'],
    [expect.stringMatching(`^${name}-[0-9a-f]{12}$`), 'retired'],
  ]);
  const keys = { privateKey: createPrivateKey(privateKey), publicKey: createPublicKey(privateKey) };
  const renewed = await certificateFor(keys, wish());
  await change(name, { certificate: renewed, privateKey });
  const [signing] = (await jwks()).keys.filter(({ kid }) => kid === name);
  expect(signing?.x5c).toEqual([new X509Certificate(renewed).raw.toString('base64')]);
  expect(await listed(name)).toHaveLength(2);
});

test('no key has the id of another: not of a cert with the name before, nor of a deleted one', async () => {
  const { name, before } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const renamed = `renamed-${name}`;
  await change(name, { name: renamed });
  await add(world.root, 'cert', { name, cryptoAlgorithm: 'ES256' });
  expect(await listed(name)).toMatchObject([{ kid: expect.stringMatching(`^${name}-`), state: 'signing' }]);
  expect(await verifies(before.tokens.access_token)).toBe(true);

  const gone = randomUUID();
  for (const kid of [gone, expect.stringMatching(`^${gone}-`)]) {
    await add(world.root, 'cert', { name: gone, cryptoAlgorithm: 'ES256' });
    expect(await listed(gone)).toMatchObject([{ kid, state: 'signing' }]);
    expect((await world.root.post('delete-cert', { owner: 'admin', name: gone })).body.status).toBe('ok');
    expect((await jwks()).keys.filter(({ kid: each }) => each?.startsWith(gone))).toEqual([]);
  }
});

test('a cert that gets its old name back signs under it again', async () => {
  const { name, application, before } = await signedIn({ cryptoAlgorithm: 'ES256' });
  const renamed = `renamed-${name}`;
  await change(name, { name: renamed });
  const between = await tokensFor(world, application);
  await change(renamed, { name });
  const { tokens } = await tokensFor(world, application);
  expect([kidOf(between.tokens.access_token), kidOf(tokens.access_token)]).toEqual([renamed, name]);
  await staysGood(between);
  await staysGood(before);
});
