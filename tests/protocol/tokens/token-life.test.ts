import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt, exportJWK, generateKeyPair, importPKCS8, SignJWT, UnsecuredJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, exchange, type ProtocolWorld, tokensFor } from '../world.ts';

let time = Date.now();
let world: ProtocolWorld;
let replica: TestApp;
let application: Application;
beforeAll(async () => {
  const now = () => new Date(time);
  world = await createProtocolWorld({ now });
  const settings = { DOORWRIGHT_ORIGIN: world.app.url };
  replica = await startApp({ databaseUrl: world.app.databaseUrl, settings, now });
  application = await world.application('app-life', { enableSigninSession: true });
});
afterAll(async () => {
  await replica.stop();
  await world.app.stop();
});

const bearing = (token: string) => world.app.client({ Authorization: `Bearer ${token}` });
const userinfo = async (token: string) => (await bearing(token).get('/api/userinfo')).status;
const account = async (token: string) => (await bearing(token).get('get-account')).body;

/** The endpoints of two servers that take a token. */
const opened = ({ access_token, refresh_token }: { access_token: string; refresh_token?: string | undefined }) =>
  Promise.all(
    [world.app, replica].map(async (app) => {
      const bearer = app.client({ Authorization: `Bearer ${access_token}` });
      const post = (path: string, form: Record<string, string>) =>
        app
          .client(basic(application.clientId, application.clientSecret))
          .post(`/api/login/oauth/${path}`, new URLSearchParams(form));
      const introspected = async (token: string) =>
        ((await post('introspect', { token })).body as unknown as { active: boolean }).active;
      return {
        userinfo: (await bearer.get('/api/userinfo')).status === 200,
        account: (await bearer.get('get-account')).body.status === 'ok',
        accessToken: await introspected(access_token),
        refreshToken: await introspected(String(refresh_token)),
      };
    }),
  );
const all = { userinfo: true, account: true, accessToken: true, refreshToken: true };
const nothing = { userinfo: false, account: false, accessToken: false, refreshToken: false };
/** S22 gives every replica five seconds. */
const isOver = (tokens: Parameters<typeof opened>[0]) =>
  expect.poll(() => opened(tokens), { timeout: 5_000 }).toEqual([nothing, nothing]);

/** The records of events that tell revoked tokens. */
const revocations = () =>
  world.app
    .db('records AS r')
    .join('events AS e', 'e.record', 'r.name')
    .where('e.event', 'revoke-token')
    .orderBy('e.id')
    .select('r.*');

describe('introspection', () => {
  test('tells the user, the client and the time of a token, and userinfo tells the client', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    const sub = String(tokens.claims()?.sub);
    for (const token of [tokens.access_token, String(tokens.refresh_token)]) {
      const told = await client.tokenIntrospection(rp, token);
      expect(told).toMatchObject({ username: 'alice', sub, aud: [application.clientId], iss: world.app.url });
      expect(told.nbf).toBe(told.iat);
    }
    const { iat, exp } = decodeJwt(tokens.access_token);
    expect(await client.tokenIntrospection(rp, tokens.access_token)).toMatchObject({ iat, exp });
    const told = { sub, iss: world.app.url, aud: application.clientId };
    expect(await client.fetchUserInfo(rp, tokens.access_token, sub)).toMatchObject(told);
  });

  test('tells a client of its own access and refresh tokens', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    expect(await client.tokenIntrospection(rp, tokens.access_token)).toMatchObject({
      active: true,
      client_id: application.clientId,
      sub: tokens.claims()?.sub,
      scope: 'openid profile email',
      token_type: 'Bearer',
      iss: world.app.url,
    });
    expect(await client.tokenIntrospection(rp, String(tokens.refresh_token))).toMatchObject({ active: true });
  });

  test('S40 tells other clients nothing, and nothing about unknown tokens', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    const other = await world.relyingParty(await world.application('app-curious'));
    for (const token of [tokens.access_token, String(tokens.refresh_token)])
      expect(await client.tokenIntrospection(other, token)).toEqual({ active: false });
    for (const token of ['nobody’s', String(tokens.id_token), `${tokens.access_token}x`])
      expect(await client.tokenIntrospection(rp, token)).toEqual({ active: false });
  });
});

test('revocation ends a token with its grant, for its own client alone', async () => {
  const { rp, tokens } = await tokensFor(world, application);
  const other = await world.relyingParty(await world.application('app-hostile'));
  await client.tokenRevocation(other, String(tokens.refresh_token));
  await client.tokenRevocation(rp, 'unknown');
  expect(await revocations()).toEqual([]);
  expect(await userinfo(tokens.access_token)).toBe(200);
  expect(await opened(tokens)).toEqual([all, all]);
  await client.tokenRevocation(rp, String(tokens.refresh_token));
  await isOver(tokens);
  await expect(client.refreshTokenGrant(rp, String(tokens.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  const { tokens: second } = await tokensFor(world, application);
  await client.tokenRevocation(rp, second.access_token);
  expect(await userinfo(second.access_token)).toBe(401);
  const told = {
    ...{ action: 'login/oauth/revoke', outcome: 'ok', object: 'user acme/alice', organization: 'acme' },
    ...{ user: `app/${application.name}`, application: `admin/${application.name}` },
  };
  expect(await revocations()).toMatchObject([told, told]);
});

test.each([
  ['at once', 0],
  ['after its minute', 120_000],
])('S35 a second use of a code %s ends all that it gave, even without its verifier', async (_when, later) => {
  const { rp, flow, tokens, code } = await tokensFor(world, application);
  time += later;
  expect(await opened(tokens)).toEqual([all, all]);
  const again = exchange(rp, { ...flow, verifier: client.randomPKCECodeVerifier() }, code);
  await expect(again).rejects.toMatchObject({ error: 'invalid_grant' });
  await isOver(tokens);
  await expect
    .poll(async () => (await revocations()).at(-1))
    .toMatchObject({ outcome: 'refused', object: `application admin/${application.name}` });
});

test('a refreshed access token replaces the one before it, and no other', async () => {
  const { rp, tokens, browser } = await tokensFor(world, application);
  const flow = await careful(rp);
  const { data: code } = (await browser.post('login', { type: 'code' }, { query: asPageAsks(flow.request) })).body;
  const beside = await exchange(rp, flow, code);
  const before = await world.app.db('tokens').count().first();
  let last = tokens;
  for (let times = 0; times < 2; times += 1) {
    const fresh = await client.refreshTokenGrant(rp, String(last.refresh_token));
    expect(await userinfo(last.access_token)).toBe(401);
    expect(await client.tokenIntrospection(rp, last.access_token)).toEqual({ active: false });
    expect((await account(last.access_token)).code).toBe('token-unknown');
    expect(await userinfo(fresh.access_token)).toBe(200);
    expect(await client.tokenIntrospection(rp, fresh.access_token)).toMatchObject({
      active: true,
      jti: decodeJwt(fresh.access_token).jti,
    });
    last = fresh as typeof tokens;
  }
  expect(await userinfo(beside.access_token)).toBe(200);
  expect(await world.app.db('tokens').count().first()).toEqual(before);
  await client.tokenRevocation(rp, last.access_token);
  expect(await userinfo(last.access_token)).toBe(401);
});

describe('S22 tokens of a session end with it on every replica', () => {
  const endings: [string, (browser: Awaited<ReturnType<typeof tokensFor>>['browser']) => Promise<unknown>][] = [
    ['signing out', (browser) => browser.post('logout')],
    [
      'a new password',
      () =>
        world.root.post(
          'set-password',
          new URLSearchParams({ userOwner: 'acme', userName: 'alice', newPassword: password }),
        ),
    ],
  ];
  test.each(endings)('by %s', async (_how, end) => {
    const { rp, browser, tokens } = await tokensFor(world, application);
    const elsewhere = replica.client();
    carryCookies(browser, elsewhere);
    expect((await elsewhere.get('get-account')).body).toMatchObject({ status: 'ok', name: 'alice' });
    expect(await opened(tokens)).toEqual([all, all]);
    await end(browser);
    await isOver(tokens);
    expect((await elsewhere.get('get-account')).body.status).toBe('error');
    await expect(client.refreshTokenGrant(rp, String(tokens.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('but not when the session only expires', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    time += 25 * 3_600_000;
    const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token));
    expect(await userinfo(fresh.access_token)).toBe(200);
  });

  test('S16 no endpoint knows a user who may not sign in any more', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    const admin = await world.app.admin();
    const set = (isForbidden: boolean) =>
      admin.post('update-user', { isForbidden }, { query: { id: 'acme/alice', columns: 'isForbidden' } });
    await set(true);
    expect(await userinfo(tokens.access_token)).toBe(401);
    expect(await client.tokenIntrospection(rp, tokens.access_token)).toEqual({ active: false });
    await set(false);
  });
});

describe('S39 an access token that we did not give is refused', () => {
  test('unsigned, signed by a key of its own, or of another kind', async () => {
    const { tokens } = await tokensFor(world, application);
    const claims = decodeJwt(tokens.access_token);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const forged = (header: Record<string, unknown>) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...header }).sign(privateKey);
    const tries = [
      new UnsecuredJWT(claims).encode(),
      await forged({ kid: 'cert-es256' }),
      await forged({ kid: 'unknown' }),
      await forged({ jwk: await exportJWK(publicKey) }),
      await forged({ jku: `${world.app.url}/.well-known/jwks` }),
      String(tokens.id_token),
      String(tokens.refresh_token),
    ];
    for (const token of tries) {
      expect(await userinfo(token)).toBe(401);
      expect((await account(token)).code).toBe('token-unknown');
    }
  });

  test('and no token of another kind is a hint at a session', async () => {
    const { rp, tokens, browser } = await tokensFor(world, application);
    const cert = await world.app.store('cert').find(world.app.db, 'admin', 'cert-es256');
    const key = await importPKCS8(String(cert?.privateKey), 'ES256');
    const signed = (typ?: string) =>
      new SignJWT({ sid: 'any', iss: world.app.url, aud: application.clientId, sub: String(tokens.claims()?.sub) })
        .setProtectedHeader({ alg: 'ES256', kid: 'cert-es256', ...(typ && { typ }) })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key);
    const answers = async (id_token_hint: string) => {
      const { request } = await careful(rp, { prompt: 'none', id_token_hint });
      const asked = await browser.get(request.pathname + request.search);
      const ending = client.buildEndSessionUrl(rp, { id_token_hint });
      const ended = await browser.get(ending.pathname + ending.search);
      const { searchParams } = new URL(String(asked.headers.get('location')));
      return [searchParams.get('error'), ended.status];
    };
    for (const hint of [String(tokens.id_token), await signed(), await signed('JWT')])
      expect(await answers(hint)).toEqual([null, 200]);
    for (const hint of [tokens.access_token, await signed('logout+jwt'), await signed('at+jwt')])
      expect(await answers(hint)).toEqual(['invalid_request', 400]);
  });

  test('and its digest, which is in our table, opens nothing', async () => {
    const { rp, tokens } = await tokensFor(world, application);
    const { digest } = await world.app.db('tokens').first({ digest: 'access_token_digest' });
    expect(digest).toBeTruthy();
    for (const shown of [digest, `digest:${digest}`]) {
      expect(await userinfo(shown)).toBe(401);
      expect((await account(shown)).code).toBe('token-unknown');
      expect(await client.tokenIntrospection(rp, shown)).toEqual({ active: false });
    }
    expect(await userinfo(tokens.access_token)).toBe(200);
  });
});

test('no code, refresh or access token is readable in the database', async () => {
  const { code, tokens } = await tokensFor(world, application);
  const rows = JSON.stringify([await world.app.db('tokens'), await world.app.db('artifacts')]);
  for (const secret of [code, tokens.access_token, String(tokens.refresh_token)]) expect(rows).not.toContain(secret);
});
