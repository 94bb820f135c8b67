import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, exchange, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
let listener: Server;
let address: string;
let application: Application;
let quiet: Application;
let told: string[] = [];
let answerStatus = 200;

beforeAll(async () => {
  listener = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    told.push(new URLSearchParams(body).get('logout_token') ?? '');
    res.writeHead(answerStatus).end();
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as { port: number }).port}/signed-out?key=known-to-us-two`;
  world = await createProtocolWorld({ settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' } });
  application = await world.application('app-told', { backchannelLogoutUri: address, enableSigninSession: true });
  quiet = await world.application('app-quiet', { enableSigninSession: true });
});
afterAll(async () => {
  listener.close();
  await world.app.stop();
});
afterEach(() => {
  told = [];
  answerStatus = 200;
});

const isTold = (times = 1) => vi.waitFor(() => expect(told).toHaveLength(times), { timeout: 20_000, interval: 50 });
const waiting = () =>
  world.app.db('jobs.job').where('name', 'sign-out-notice').where('state', '<', 'completed').select('data');
const post = (path: string, body: unknown, query = {}) => world.root.post(path, body, { query });

test('the discovery document offers back-channel logout', async () => {
  const { body } = await world.app.anonymous.get('/.well-known/openid-configuration');
  expect(body).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
});

test('a token of its own cert tells the application which session has ended', async () => {
  const { browser, tokens } = await tokensFor(world, application);
  await browser.post('logout');
  await isTold();
  const keys = createRemoteJWKSet(new URL(`${world.app.url}/.well-known/jwks`));
  const { payload, protectedHeader } = await jwtVerify(String(told[0]), keys, {
    issuer: world.app.url,
    audience: application.clientId,
    typ: 'logout+jwt',
  });
  expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'cert-es256' });
  expect(payload).toEqual({
    iss: world.app.url,
    aud: application.clientId,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
    sub: tokens.claims()?.sub,
    sid: tokens.claims()?.sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(await waiting()).toEqual([]);
});

test('the token is signed by the current key of the cert, also at a second try', async () => {
  const name = randomUUID();
  await add(world.root, 'cert', { name, cryptoAlgorithm: 'ES256' });
  const settings = { cert: name, backchannelLogoutUri: address, enableSigninSession: true };
  const { browser } = await tokensFor(world, await world.application(`app-${name}`, settings));
  answerStatus = 500;
  await browser.post('logout');
  await isTold();
  await post('update-cert', { certificate: '', privateKey: '' }, { id: `admin/${name}` });
  answerStatus = 200;
  await isTold(2);
  const keys = createRemoteJWKSet(new URL(`${world.app.url}/.well-known/jwks`));
  const kids = told.map(async (token) => (await jwtVerify(token, keys)).protectedHeader.kid);
  expect(await Promise.all(kids)).toEqual([name, expect.stringMatching(`^${name}-`)]);
});

test('an application hears of a session by its password grant too, without a browser', async () => {
  const name = `app-${randomUUID()}`;
  const settings = { backchannelLogoutUri: address, grantTypes: ['password' as const] };
  const rp = await world.relyingParty(await world.application(name, settings));
  const fields = { username: name, password, scope: 'openid' };
  await add(world.root, 'user', { owner: 'acme', name, password });
  const claims = (await client.genericGrantRequest(rp, 'password', fields)).claims();
  await post('update-user', { isForbidden: true }, { id: `acme/${name}`, columns: 'isForbidden' });
  await isTold();
  expect(decodeJwt(String(told[0]))).toMatchObject({ sub: claims?.sub, sid: claims?.sid });
});

const setAlice = (change: Record<string, unknown>) =>
  post('update-user', change, { id: 'acme/alice', columns: Object.keys(change).join() });

/** Every way in which a session ends. */
const endings: [string, (browser: Awaited<ReturnType<typeof tokensFor>>['browser']) => Promise<unknown>][] = [
  ['signing out', (browser) => browser.post('logout')],
  [
    'signing out at the authority',
    async (browser) => {
      const page = await browser.get('/api/login/oauth/logout');
      const xsrf = /name="xsrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
      await browser.post('/api/login/oauth/logout/confirm', new URLSearchParams({ xsrf, logout: 'yes' }));
    },
  ],
  [
    'a new password',
    () => post('set-password', new URLSearchParams({ userOwner: 'acme', userName: 'alice', newPassword: password })),
  ],
  ['a block of the user', () => setAlice({ isForbidden: true }).then(() => setAlice({ isForbidden: false }))],
  [
    'a deletion of the user',
    async () => {
      await post('delete-user', { owner: 'acme', name: 'alice' });
      await add(world.root, 'user', { owner: 'acme', name: 'alice', password });
    },
  ],
];
describe('applications get a notice of sessions that end by', () => {
  test.each(endings)('%s', async (_how, end) => {
    const { browser, tokens } = await tokensFor(world, application);
    await end(browser);
    await isTold();
    expect(JSON.parse(Buffer.from(String(told[0]?.split('.')[1]), 'base64url').toString())).toMatchObject({
      sid: tokens.claims()?.sid,
    });
  });
});

const sidsTold = () =>
  told.map((each) => JSON.parse(Buffer.from(String(each.split('.')[1]), 'base64url').toString()).sid).sort();

describe('a second sign-in in the same browser', () => {
  /** Types a sign-in at another listening application, where a user is signed in. */
  async function again(browser: Client, username: string) {
    const settings = { backchannelLogoutUri: address, enableSigninSession: true };
    const second = await world.application(`app-${randomUUID().slice(0, 8)}`, settings);
    const rp = await world.relyingParty(second);
    const flow = await careful(rp, { prompt: 'login' });
    const form = { type: 'code', organization: 'acme', username, password };
    const { body } = await browser.post('login', form, { query: asPageAsks(flow.request) });
    return exchange(rp, flow, body.data);
  }
  const isActive = async (rp: client.Configuration, token: unknown) =>
    (await client.tokenIntrospection(rp, String(token))).active;

  test('S22 of the same user keeps one session, whose end ends all tokens, and all applications hear of it', async () => {
    const { browser, rp, tokens } = await tokensFor(world, application);
    const stolen = world.app.client();
    carryCookies(browser, stolen);
    const second = await again(browser, 'alice');
    expect((await stolen.get('get-account')).body.status).toBe('error');
    const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token));
    expect(await isActive(rp, fresh.access_token)).toBe(true);
    await browser.post('logout');
    for (const each of [fresh.access_token, fresh.refresh_token]) expect(await isActive(rp, each)).toBe(false);
    await isTold(2);
    expect(sidsTold()).toEqual([tokens.claims()?.sid, second.claims()?.sid].sort());
  });

  test('S22 of another user ends the session of the first', async () => {
    const name = `bob-${randomUUID().slice(0, 8)}`;
    await add(world.root, 'user', { owner: 'acme', name, password });
    const { browser, rp, tokens } = await tokensFor(world, application);
    await again(browser, name);
    expect((await browser.get('get-account')).body).toMatchObject({ status: 'ok', name });
    for (const each of [tokens.access_token, tokens.refresh_token]) expect(await isActive(rp, each)).toBe(false);
    await isTold();
    expect(sidsTold()).toEqual([tokens.claims()?.sid]);
  });
});

test('all applications that a browser visited at the same time hear of the end', async () => {
  const settings = { backchannelLogoutUri: address, enableSigninSession: true };
  const made = Array.from({ length: 5 }, (_, each) =>
    world.application(`app-${each}-${randomUUID().slice(0, 8)}`, settings),
  );
  const asked = await Promise.all(
    (await Promise.all(made)).map(async (each) => (await careful(await world.relyingParty(each))).request),
  );
  const browser = await world.app.signedIn('acme', 'alice', password);
  const sent = await Promise.all(asked.map(({ pathname, search }) => browser.get(pathname + search)));
  for (const { headers } of sent) expect(headers.get('location')).toMatch(/[?&]code=/);
  await browser.post('logout');
  await isTold(5);
});

test('an application without an address, or without a visit, hears nothing', async () => {
  const { browser } = await tokensFor(world, quiet);
  await browser.post('logout');
  expect(await waiting()).toEqual([]);
  expect(told).toEqual([]);
});

test('an application that fails is told again with another token, after the user’s answer; log and queue hold no address', async () => {
  answerStatus = 500;
  const { browser } = await tokensFor(world, application);
  expect((await browser.post('logout')).body.status).toBe('ok');
  await isTold();
  await vi.waitFor(() => expect(world.app.logged.join()).toMatch('could not be told of a sign-out'));
  expect(world.app.logged.join()).not.toMatch('known-to-us-two');
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(1));
  expect(JSON.stringify(await world.app.db('jobs.job'))).not.toMatch('known-to-us-two');
  answerStatus = 200;
  await isTold(2);
  expect(told[1]).not.toBe(told[0]);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]));
});

test('no request goes to an address that the operator has not allowed', async () => {
  const strict = await createProtocolWorld();
  try {
    const refused = await strict.application('app-inside', { backchannelLogoutUri: address });
    await tokensFor(strict, refused);
    await strict.root.post(
      'set-password',
      new URLSearchParams({ userOwner: 'acme', userName: 'alice', newPassword: password }),
    );
    await vi.waitFor(() => expect(strict.app.logged.join()).toMatch('egress-refused'), { timeout: 10_000 });
    expect(told).toEqual([]);
  } finally {
    await strict.app.stop();
  }
});

test.each([
  'http://app.example/out',
  'javascript:alert(1)',
  'https://a:b@app.example/',
  '/out',
  'https://app.example/#a',
])('%s is refused as a back-channel address', async (backchannelLogoutUri) => {
  const query = { id: 'admin/app-quiet', columns: 'backchannelLogoutUri' };
  expect((await post('update-application', { backchannelLogoutUri }, query)).body).toMatchObject({
    code: 'invalid',
    fields: [{ field: 'backchannelLogoutUri' }],
  });
});
