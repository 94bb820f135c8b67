import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import {
  asPageAsks,
  callback,
  careful,
  createProtocolWorld,
  exchange,
  type ProtocolWorld,
  signInAt,
} from '../world.ts';

let world: ProtocolWorld;
let made = 0;
let application: Application;
let rp: client.Configuration;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

/** A third-party application that alice has never agreed to. */
async function foreign(settings: Partial<Application> = {}): Promise<void> {
  made += 1;
  const own = { requireConsent: true, enableSigninSession: true, displayName: 'Foreign', ...settings };
  application = await world.application(`app-foreign-${made}`, own);
  rp = await world.relyingParty(application);
}

const answerAt = (browser: Client, request: URL, consent?: boolean) =>
  browser.post('login', { type: 'code', ...(consent !== undefined && { consent }) }, { query: asPageAsks(request) });

/** Signs alice in, and gives her consent. */
async function agreed(browser: Client, own: Record<string, string> = {}) {
  const flow = await careful(rp, own);
  const signedIn = await signInAt(browser, flow.request);
  const { body } = signedIn.body.code === 'consent-required' ? await answerAt(browser, flow.request, true) : signedIn;
  return { flow, tokens: await exchange(rp, flow, String(body.data)) };
}

const addressOf = ({ pathname, search }: URL) => pathname + search;

/** The address to which the authorization endpoint redirects. */
async function sent(browser: Client, own: Record<string, string> = {}): Promise<URL> {
  const { request } = await careful(rp, own);
  const { headers } = await browser.get(addressOf(request));
  return new URL(String(headers.get('location')), world.app.url);
}

describe('an application that requires consent', () => {
  test('reads its user’s account on /api if they agreed to that, and changes nothing', async () => {
    const { app, root } = world;
    const id = 'acme/alice';
    await root.post('update-user', { isAdmin: true }, { query: { id } });
    const bearing = async (scope: string) => {
      await foreign();
      const { tokens } = await agreed(app.client(), { scope });
      return app.client({ Authorization: `Bearer ${tokens.access_token}` });
    };
    const told = await bearing('openid profile');
    expect((await told.get('userinfo')).status).toBe(200);
    const reader = await bearing('openid read');
    expect((await reader.get('get-account')).body).toMatchObject({ status: 'ok', name: 'alice' });
    const before = await app.store('user').find(app.db, 'acme', 'alice');
    for (const [client, code] of [
      [told, 'scope-too-narrow'],
      [reader, 'consent-too-narrow'],
    ] as const) {
      for (const [path, body] of [
        ['update-user', { displayName: 'Changed' }],
        ['set-password', { userOwner: 'acme', userName: 'alice', newPassword: 'of-the-application' }],
        ['add-role', { owner: 'acme', name: 'planted' }],
      ] as const)
        expect((await client.post(path, body, path === 'update-user' ? { query: { id } } : {})).body.code).toBe(code);
      expect((await client.get('get-users', { owner: 'acme' })).body.code).toBe(code);
    }
    expect((await told.get('get-account')).body.code).toBe('scope-too-narrow');
    expect(await app.store('user').find(app.db, 'acme', 'alice')).toEqual(before);
    await root.post('update-user', { isAdmin: false }, { query: { id } });
  });

  test('gets nothing before its user agrees, and a code from then on', async () => {
    await foreign();
    const browser = world.app.client();
    const flow = await careful(rp);
    const first = await signInAt(browser, flow.request);
    expect(first.body).toMatchObject({
      status: 'error',
      code: 'consent-required',
      data: { scopes: ['openid', 'profile', 'email'] },
    });
    expect((await browser.get('get-account')).body).toMatchObject({ status: 'ok', name: 'alice' });
    const again = await answerAt(browser, flow.request);
    expect(again.body.code).toBe('consent-required');
    const { body } = await answerAt(browser, flow.request, true);
    expect((await exchange(rp, flow, body.data)).claims()?.sub).toBeTruthy();
    expect((await sent(browser)).searchParams.get('code')).toBeTruthy();
  });

  test('gets consent after the sign-in, not with it', async () => {
    await foreign();
    const { request } = await careful(rp);
    const form = { type: 'code', organization: 'acme', username: 'alice', password, consent: true };
    const { body } = await world.app.client().post('login', form, { query: asPageAsks(request) });
    expect(body.code).toBe('consent-required');
  });

  test('gets the error of the standard if its user does not agree', async () => {
    await foreign();
    const browser = world.app.client();
    const flow = await careful(rp);
    await signInAt(browser, flow.request);
    const { body } = await answerAt(browser, flow.request, false);
    expect(body.status).toBe('ok');
    const back = new URL(body.data2);
    expect(back.origin + back.pathname).toBe(callback);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: flow.state,
      iss: world.app.url,
    });
    expect(await sent(browser, { prompt: 'none' }).then((url) => url.searchParams.get('error'))).toBe(
      'consent_required',
    );
  });

  test('asks again for more scopes, and not for fewer', async () => {
    await foreign();
    const browser = world.app.client();
    await agreed(browser, { scope: 'openid profile' });
    expect((await sent(browser, { scope: 'openid' })).searchParams.get('code')).toBeTruthy();
    const page = await sent(browser, { scope: 'openid profile email' });
    expect(page.pathname).toBe('/login/oauth/authorize');
    const claims = JSON.stringify({ userinfo: { email: null } });
    expect((await sent(browser, { scope: 'openid', claims, prompt: 'none' })).searchParams.get('error')).toBe(
      'consent_required',
    );
  });

  test('keeps its consent after sign-out and after a new password', async () => {
    await foreign();
    const browser = world.app.client();
    await agreed(browser);
    await browser.post('logout');
    const form = new URLSearchParams({ userOwner: 'acme', userName: 'alice', newPassword: password });
    await world.root.post('set-password', form);
    expect((await signInAt(world.app.client(), (await careful(rp)).request)).body.status).toBe('ok');
  });

  test('may ask its user each time', async () => {
    await foreign();
    const browser = world.app.client();
    await agreed(browser);
    const page = await sent(browser, { prompt: 'consent' });
    const asked = await browser.get('get-app-login', asPageAsks(page));
    expect(asked.body.data2).toEqual({ prompt: 'consent', scopes: ['openid', 'profile', 'email'] });
    expect((await answerAt(browser, page)).body.code).toBe('consent-required');
    expect((await answerAt(browser, page, true)).body.status).toBe('ok');
  });

  test('refreshes its tokens until they are deleted, and then asks again', async () => {
    await foreign();
    const browser = world.app.client();
    const { tokens } = await agreed(browser, { scope: 'openid offline_access', prompt: 'consent' });
    const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token));
    const query = { field: 'application', value: application.name };
    const { data: rows } = (await world.root.get('get-tokens', query)).body;
    for (const { owner, name } of rows) await world.root.post('delete-token', { owner, name });
    await expect(client.refreshTokenGrant(rp, String(fresh.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await sent(browser, { prompt: 'none' })).searchParams.get('error')).toBe('consent_required');
  });

  test('without a sign-in session has one for the question alone', async () => {
    await foreign({ enableSigninSession: false });
    for (const isAgreed of [true, false]) {
      const browser = world.app.client();
      const { request } = await careful(rp, { scope: isAgreed ? 'openid' : 'openid phone' });
      expect((await signInAt(browser, request)).body.code).toBe('consent-required');
      await answerAt(browser, request, isAgreed);
      expect((await browser.get('get-account')).body.status).toBe('error');
    }
  });

  test('needs the consent of each user, which is recorded', async () => {
    await foreign();
    await world.root.post('add-user', { owner: 'acme', name: `bob-${made}`, password });
    await agreed(world.app.client());
    expect((await signInAt(world.app.client(), (await careful(rp)).request, `bob-${made}`)).body.code).toBe(
      'consent-required',
    );
    const records = await world.app.db('records').where('object', `application admin/${application.name}`);
    expect(records).toContainEqual(
      expect.objectContaining({ organization: 'acme', user: 'alice', reason: 'consent openid profile email' }),
    );
  });

  test('gets no consent from another user who has signed in beside the question', async () => {
    await foreign();
    const bob = `bob-${made}`;
    await world.root.post('add-user', { owner: 'acme', name: bob, password });
    const browser = world.app.client();
    const { request } = await careful(rp);
    expect((await signInAt(browser, request)).body.code).toBe('consent-required');
    expect((await signInAt(browser, request, bob)).body.code).toBe('consent-required');
    const say = (account: string, consent: boolean) =>
      browser.post('login', { type: 'code', account, consent }, { query: asPageAsks(request) });
    for (const consent of [true, false]) {
      const { body } = await say('acme/alice', consent);
      expect(body).toMatchObject({ status: 'error', code: 'other-account' });
    }
    expect((await answerAt(browser, request)).body.code).toBe('consent-required');
    expect((await say(`acme/${bob}`, true)).body).toMatchObject({ status: 'ok', data: expect.stringMatching(/./) });
  });
});

test('an application that requires no consent asks for none', async () => {
  await foreign({ requireConsent: false });
  const { tokens } = await agreed(world.app.client());
  expect(tokens.access_token).toBeTruthy();
  const page = await sent(world.app.client());
  expect((await world.app.anonymous.get('get-app-login', asPageAsks(page))).body.data2).toEqual({
    prompt: 'login',
    scopes: ['openid', 'profile', 'email'],
  });
});

test('the refusal reaches the client in the response mode of its request', async () => {
  await foreign();
  const browser = world.app.client();
  const flow = await careful(rp, { response_mode: 'form_post' });
  const page = new URL(
    String((await browser.get(flow.request.pathname + flow.request.search)).headers.get('location')),
    world.app.url,
  );
  await signInAt(browser, page);
  const { body } = await answerAt(browser, page, false);
  expect(body.data2).toMatch(`action="${callback}"`);
  expect(body.data2).toMatch('value="access_denied"');
});

const askingFor = (own: Record<string, string>) =>
  new URL(
    `/login/oauth/authorize?${new URLSearchParams({
      client_id: application.clientId,
      response_type: 'code',
      redirect_uri: callback,
      ...own,
    })}`,
    world.app.url,
  );

test.each([
  ['no scope', {}],
  ['unknown scopes', { scope: 'repo offline_access' }],
])('a request for %s gets the default scope, with consent and without', async (_what, own) => {
  for (const requireConsent of [false, true]) {
    await foreign({ requireConsent });
    const browser = world.app.client();
    const { headers } = await browser.get(addressOf(askingFor(own)));
    const page = new URL(String(headers.get('location')), world.app.url);
    const first = await signInAt(browser, page);
    if (requireConsent) expect(first.body).toMatchObject({ code: 'consent-required', data: { scopes: ['read'] } });
    const { body } = requireConsent ? await answerAt(browser, page, true) : first;
    const { clientId: client_id, clientSecret: client_secret } = application;
    const fields = {
      grant_type: 'authorization_code',
      code: body.data,
      redirect_uri: callback,
      client_id,
      client_secret,
    };
    const answer = await browser.post('/api/login/oauth/access_token', new URLSearchParams(fields));
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', scope: 'read' } });
  }
});
