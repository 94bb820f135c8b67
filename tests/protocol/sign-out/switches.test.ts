import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import {
  asPageAsks,
  callback,
  careful,
  createProtocolWorld,
  errorOf,
  exchange,
  type ProtocolWorld,
  signInAt,
  tokensFor,
} from '../world.ts';

let world: ProtocolWorld;
let plain: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  plain = await world.application('app-plain', { enableSigninSession: true });
});
afterAll(() => world.app.stop());

/** The hidden fields of the form of a page. */
const fieldsOf = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
const addressOf = (url: URL | string) => {
  const { pathname, search } = new URL(url, world.app.url);
  return pathname + search;
};

describe('a sign-out by the client', () => {
  test('asks the user, ends their session with all its tokens, and returns them to the client', async () => {
    const { rp, tokens, browser } = await tokensFor(world, plain);
    const request = client.buildEndSessionUrl(rp, {
      id_token_hint: String(tokens.id_token),
      post_logout_redirect_uri: callback,
      state: 'left',
    });
    const page = await browser.get(addressOf(request));
    expect(page.status).toBe(200);
    expect((await browser.get('get-account')).body.status).toBe('ok');
    const { xsrf = '' } = fieldsOf(page.text);
    const answer = await browser.post('/api/login/oauth/logout/confirm', new URLSearchParams({ xsrf, logout: 'yes' }));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${callback}?state=left`]);
    expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
    expect(await client.tokenIntrospection(rp, tokens.access_token)).toEqual({ active: false });
    expect(await client.tokenIntrospection(rp, String(tokens.refresh_token))).toEqual({ active: false });
  });

  test('S19 needs the token of the page', async () => {
    const { browser } = await tokensFor(world, plain);
    const forged = new URLSearchParams({ xsrf: 'made-up', logout: 'yes' });
    expect((await browser.post('/api/login/oauth/logout/confirm', forged)).status).toBe(400);
    expect((await browser.get('get-account')).body.status).toBe('ok');
  });
});

describe('pushed authorization requests', () => {
  test('are used by reference, by any application', async () => {
    const application = await world.application('app-par', { enableSigninSession: true });
    const rp = await world.relyingParty(application);
    const { request, verifier, nonce, state } = await careful(rp);
    const pushed = await client.buildAuthorizationUrlWithPAR(rp, request.searchParams);
    expect([...pushed.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const { browser } = await tokensFor(world, application);
    const back = await browser.get(addressOf(pushed));
    const tokens = await client.authorizationCodeGrant(rp, new URL(String(back.headers.get('location'))), {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
    });
    expect(tokens.claims()?.sub).toBeTruthy();
    expect((await browser.get(addressOf(pushed))).status).toBe(400);
  });

  test('are good once with a page between, for the page that answers first', async () => {
    const name = `app-${randomUUID()}`;
    const application = await world.application(name);
    const rp = await world.relyingParty(application);
    const { request } = await careful(rp);
    const pushed = await client.buildAuthorizationUrlWithPAR(rp, request.searchParams);
    const open = () => world.app.client().get(addressOf(pushed));
    const pages = await Promise.all([open(), open(), open()]);
    const signIn = ({ headers }: { headers: Headers }) =>
      signInAt(world.app.client(), new URL(String(headers.get('location')), world.app.url));
    const [first, second] = await Promise.all(pages.slice(0, 2).map(signIn));
    expect([first?.body.status, second?.body.status].sort()).toEqual(['error', 'ok']);
    expect((await signIn(pages[2] as { headers: Headers })).body).toMatchObject({ status: 'error', data: null });
    expect((await open()).status).toBe(400);
  });

  test('may be longer than an address, and tell the browser only parameters that its page reads', async () => {
    const application = await world.application(`app-${randomUUID()}`);
    const rp = await world.relyingParty(application);
    const wanted = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`claim-${index}`, null]));
    const claims = JSON.stringify({ id_token: { ...wanted, email: { essential: true } } });
    const flow = await careful(rp, { claims, scope: 'openid', login_hint: 'alice', ui_locales: 'de' });
    const pushed = await client.buildAuthorizationUrlWithPAR(rp, flow.request.searchParams);
    const browser = world.app.client({ Accept: 'text/html' });
    const address = new URL(String((await browser.get(addressOf(pushed))).headers.get('location')), world.app.url);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ login_hint: 'alice', ui_locales: 'de' });
    expect(address.searchParams.has('claims')).toBe(false);
    expect((await browser.get(addressOf(address))).status).toBe(200);
    const { body } = await signInAt(browser, address);
    const tokens = await exchange(rp, flow, body.data);
    expect(tokens.claims()).toMatchObject({ email: 'alice@acme.example' });
  });

  test('need the proof of the application', async () => {
    const rp = await world.relyingParty({ ...plain, clientSecret: 'wrong' });
    const { request } = await careful(rp);
    await expect(client.buildAuthorizationUrlWithPAR(rp, request.searchParams)).rejects.toMatchObject({
      error: 'invalid_client',
    });
  });
});

describe('form_post', () => {
  const asked = async (application: Application, browser: Client) => {
    const { request } = await careful(await world.relyingParty(application), { response_mode: 'form_post' });
    return browser.get(addressOf(request));
  };

  test('sends the code in a form, from a page that runs only the sending script', async () => {
    const application = await world.application('app-form', { enableSigninSession: true });
    const { browser } = await tokensFor(world, application);
    const page = await asked(application, browser);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(`action="${callback}"`);
    expect(fieldsOf(page.text)).toMatchObject({ code: expect.any(String), state: expect.any(String) });
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/);
  });

  test('gives the form to the sign-in page after a sign-in', async () => {
    const application = await world.application('app-form-page');
    const browser = world.app.client();
    const page = await asked(application, browser);
    const { body } = await signInAt(browser, new URL(String(page.headers.get('location')), world.app.url));
    expect(body).toMatchObject({ status: 'ok', data2: expect.stringContaining(`action="${callback}"`) });
    expect(fieldsOf(body.data2)).toMatchObject({ code: body.data });
  });

  test('a wrong request gets its cause in plain words', async () => {
    const own: Partial<Application> = { grantTypes: ['id_token'] };
    const { clientId } = await world.application(`app-${randomUUID()}`, own);
    const asked = { responseType: 'id_token', redirectUri: callback, scope: 'openid', response_mode: 'form_post' };
    const { body } = await world.app.anonymous.get('get-app-login', { clientId, ...asked });
    expect(body.msg).toMatch("missing required parameter 'nonce'");
  });
});

describe('a device without a keyboard', () => {
  test('is connected by a user who types its code elsewhere', async () => {
    const application = await world.application('app-device', {
      oauthFeatures: ['device_authorization'],
      enableSigninSession: true,
      clientType: 'public',
    });
    const { browser } = await tokensFor(world, application);
    const rp = await world.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const poll = () =>
      world.app.anonymous.post(
        '/api/login/oauth/access_token',
        new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: device.device_code,
          client_id: application.clientId,
        }),
      );
    expect(errorOf(await poll())).toBe('authorization_pending');
    const path = new URL(device.verification_uri).pathname;
    const { xsrf = '' } = fieldsOf((await browser.get(path)).text);
    const typed = new URLSearchParams({ xsrf, user_code: device.user_code });
    const confirm = await browser.post(path, typed);
    expect(confirm.text).toMatch(device.user_code);
    const sure = new URLSearchParams({ ...fieldsOf(confirm.text), confirm: 'yes' });
    expect((await browser.post(path, sure)).text).toMatch('The device is connected');
    const tokens = await client.pollDeviceAuthorizationGrant(rp, device);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ name: 'alice' });
    expect(errorOf(await poll())).toBe('invalid_grant');
  });

  test('is connected by a user who signs in on the way', async () => {
    const application = await world.application('app-device-stranger', {
      oauthFeatures: ['device_authorization'],
      clientType: 'public',
    });
    const rp = await world.relyingParty(application);
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const browser = world.app.client();
    const path = new URL(device.verification_uri).pathname;
    const { xsrf = '' } = fieldsOf((await browser.get(path)).text);
    const sure = new URLSearchParams({ xsrf, user_code: device.user_code, confirm: 'yes' });
    const { headers } = await browser.post(path, sure);
    const page = new URL(String(headers.get('location')), world.app.url);
    expect(page.pathname).toBe('/login/oauth/authorize');
    expect((await browser.get('get-app-login', asPageAsks(page))).body).toMatchObject({
      status: 'ok',
      data2: { prompt: 'login', scopes: ['openid'] },
    });
    const { body } = await signInAt(browser, page);
    expect(body).toMatchObject({ status: 'ok', data: '' });
    const done = await browser.get(addressOf(body.data2));
    expect(done.text).toMatch('The device is connected');
    const tokens = await client.pollDeviceAuthorizationGrant(rp, device);
    expect(decodeJwt(tokens.access_token)).toMatchObject({ name: 'alice' });
    expect(JSON.stringify(await world.app.db('artifacts'))).not.toContain(device.device_code);
  });

  test('is connected from a page that was open until its session expired', async () => {
    const application = await world.application(`app-${randomUUID()}`, {
      oauthFeatures: ['device_authorization'],
      clientType: 'public',
    });
    const device = await client.initiateDeviceAuthorization(await world.relyingParty(application), { scope: 'openid' });
    const path = new URL(device.verification_uri).pathname;
    const browser = world.app.client();
    const { xsrf = '' } = fieldsOf((await browser.get(path)).text);
    await world.app.db('artifacts').where({ model: 'Session' }).delete();
    const typed = { user_code: device.user_code };
    const again = await browser.post(path, new URLSearchParams({ xsrf, ...typed }));
    expect([again.status, again.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    const anew = { ...fieldsOf(again.text), ...typed };
    expect((await browser.post(path, new URLSearchParams(anew))).text).toMatch(device.user_code);
    const stranger = await world.app.client().post(path, new URLSearchParams({ xsrf, ...typed }));
    expect(stranger.status).toBe(400);
    expect((await world.app.client().get(`${path}/unknown`)).status).toBe(400);
  });

  test('is refused where the application has no devices', async () => {
    const rp = await world.relyingParty(plain);
    await expect(client.initiateDeviceAuthorization(rp, {})).rejects.toMatchObject({
      error: 'unauthorized_client',
    });
  });
});
