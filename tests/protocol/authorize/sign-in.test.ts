import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieName, cookiesSet } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import {
  asPageAsks,
  careful,
  createProtocolWorld,
  exchange,
  type ProtocolWorld,
  signInAt,
  tokensFor,
} from '../world.ts';

let world: ProtocolWorld;
let plain: Application;
let lasting: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  plain = await world.application('app-plain');
  lasting = await world.application('app-lasting', { enableSigninSession: true });
});
afterAll(() => world.app.stop());

const asked = async (application: Application) => careful(await world.relyingParty(application));

describe('a sign-in at a client', () => {
  test('signs in to the browser only where the application says so', async () => {
    for (const [application, isSignedIn] of [
      [plain, false],
      [lasting, true],
    ] as const) {
      const browser = world.app.client();
      const answer = await signInAt(browser, (await asked(application)).request);
      expect(cookiesSet(answer).has(cookieName(browser.url, 'session'))).toBe(isSignedIn);
      expect((await browser.get('get-account')).body.status).toBe(isSignedIn ? 'ok' : 'error');
    }
  });

  test('continues with the browser’s account', async () => {
    const browser = await world.app.signedIn('acme', 'alice', password);
    const flow = await asked(plain);
    const { body } = await browser.post('login', { type: 'code' }, { query: asPageAsks(flow.request) });
    const tokens = await exchange(await world.relyingParty(plain), flow, body.data);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ name: 'alice' });
    const stranger = await world.app.client().post('login', { type: 'code' }, { query: asPageAsks(flow.request) });
    expect(stranger.body).toMatchObject({ status: 'error', code: 'unknown-login-type' });
  });

  test('S27 needs a new sign-in where the client asks for one', async () => {
    const browser = await world.app.signedIn('acme', 'alice', password);
    const begun = Date.now();
    await expect.poll(() => Date.now() - begun).toBeGreaterThan(2_100);
    const { request } = await careful(await world.relyingParty(lasting), { prompt: 'login' });
    const opened = await browser.get(request.pathname + request.search);
    const page = new URL(String(opened.headers.get('location')), world.app.url);
    const query = asPageAsks(page);
    expect((await browser.post('login', { type: 'code' }, { query })).body).toMatchObject({
      status: 'error',
      code: 'sign-in-first',
    });
    const form = { type: 'code', organization: 'acme', username: 'alice', password };
    expect((await browser.post('login', form, { query })).body.status).toBe('ok');
    expect((await browser.post('login', { type: 'code' }, { query })).body.status).toBe('ok');
  });

  test('is refused with a wrong password, and to users of other organizations', async () => {
    await add(world.root, 'organization', { name: 'other', displayName: 'Other' });
    await add(world.root, 'user', { owner: 'other', name: 'oscar', password });
    const { request } = await asked(plain);
    const query = asPageAsks(request);
    const login = (form: Record<string, string>) =>
      world.app.client().post('login', { type: 'code', ...form }, { query });
    expect((await login({ organization: 'acme', username: 'alice', password: 'wrong' })).body.code).toBe(
      'sign-in-failed',
    );
    expect((await login({ organization: 'other', username: 'oscar', password })).body.code).toBe('unauthorized');
    const named = { organization: 'acme', username: 'alice', password, application: 'app-lasting' };
    expect((await login(named)).body.code).toBe('unauthorized');
  });

  test('S19 is refused to pages of other sites', async () => {
    const { request } = await asked(plain);
    const sent = { query: asPageAsks(request), headers: { Origin: 'https://evil.example' } };
    const form = { type: 'code', organization: 'acme', username: 'alice', password };
    expect((await world.app.client().post('login', form, sent)).body.code).toBe('cross-site');
  });

  test('with the browser’s account is recorded with user and application', async () => {
    const browser = await world.app.signedIn('acme', 'alice', password);
    const { request } = await asked(plain);
    const mine = { user: 'alice', action: 'login', object: 'application admin/app-plain' };
    const written = () => world.app.db('records').where(mine).select('organization', 'outcome', 'reason', 'client_ip');
    const before = await written();
    expect((await browser.post('login', { type: 'code' }, { query: asPageAsks(request) })).body.status).toBe('ok');
    expect(await written()).toEqual([
      ...before,
      { organization: 'acme', outcome: 'ok', reason: 'session', client_ip: '127.0.0.1' },
    ]);
  });

  test('without a page is recorded once', async () => {
    const browser = await world.app.signedIn('acme', 'alice', password);
    const silent = await world.application(`app-${randomUUID()}`, { enableSigninSession: true });
    const { request } = await asked(silent);
    const answer = await browser.get(request.pathname + request.search);
    const code = String(new URL(String(answer.headers.get('location'))).searchParams.get('code'));
    expect(code).toHaveLength(43);
    const records = await world.app.db('records').where({ object: `application admin/${silent.name}`, user: 'alice' });
    expect(records).toMatchObject([
      {
        organization: 'acme',
        action: 'login',
        method: 'GET',
        outcome: 'ok',
        reason: 'session',
        client_ip: '127.0.0.1',
      },
    ]);
    expect(JSON.stringify(records)).not.toContain(code);
  });

  test('is recorded without the code and the hint at a session', async () => {
    const { tokens } = await tokensFor(world, plain);
    const hint = String(tokens.id_token);
    const { request } = await careful(await world.relyingParty(plain), { id_token_hint: hint });
    const { data: code } = (await signInAt(world.app.client(), request)).body;
    expect(code).toHaveLength(43);
    const records = JSON.stringify(await world.app.db('records'));
    expect(records).toContain('user acme/alice');
    expect(records).not.toContain(code);
    expect(records).not.toContain(hint);
  });
});

describe('the first request of a sign-in page', () => {
  test('returns the application without a secret', async () => {
    const { request } = await asked(plain);
    const { body } = await world.app.anonymous.get('get-app-login', asPageAsks(request));
    expect(body).toMatchObject({ status: 'ok', data: { name: 'app-plain', clientSecret: '' } });
  });

  test('returns the mistake', async () => {
    const { request } = await asked(plain);
    const query = asPageAsks(request);
    const wrong = async (own: Record<string, string>) =>
      (await world.app.anonymous.get('get-app-login', { ...query, ...own })).body;
    expect(await wrong({ clientId: 'nobody' })).toMatchObject({ code: 'client-unknown', msg: 'Invalid client_id' });
    expect(await wrong({ redirectUri: 'https://evil.example' })).toMatchObject({
      code: 'redirect-not-allowed',
      msg: `Redirect URI: "https://evil.example" doesn't exist in the allowed Redirect URI list`,
    });
    expect(await wrong({ responseType: 'token' })).toMatchObject({
      code: 'grant-not-allowed',
      msg: 'grant_type: token is not supported in this application',
    });
    expect((await wrong({ code_challenge_method: 'plain' })).code).toBe('pkce-needed');
    expect((await wrong({ code_challenge: 'short' })).code).toBe('pkce-needed');
    expect((await wrong({ scope: '"' })).code).toBe('authorization-refused');
  });

  test('returns the mistake in the user’s language', async () => {
    const { request } = await asked(plain);
    const query = asPageAsks(request);
    const told = async (own: Record<string, string>) => {
      const german = { headers: { 'Accept-Language': 'de' } };
      return (await world.app.anonymous.get('get-app-login', { ...query, ...own }, german)).body.msg;
    };
    expect(await told({ redirectUri: 'https://evil.example' })).toMatch(/^Die Weiterleitungsadresse „https:/);
    expect(await told({ responseType: 'token' })).toBe('grant_type: token ist bei dieser Anwendung nicht erlaubt');
  });
});
