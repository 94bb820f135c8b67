import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answered, Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import {
  asPageAsks,
  callback,
  careful,
  createProtocolWorld,
  exchange,
  type ProtocolWorld,
  signInAt,
  tokensFor,
} from '../world.ts';

let world: ProtocolWorld;
let application: Application;
let rp: client.Configuration;
beforeAll(async () => {
  world = await createProtocolWorld();
  await add(world.root, 'organization', { name: 'other', displayName: 'Other' });
  await add(world.root, 'user', { owner: 'other', name: 'oscar', password });
  application = await world.application('app-of-acme', {
    oauthFeatures: ['device_authorization'],
    enableSigninSession: true,
  });
  rp = await world.relyingParty(application);
});
afterAll(() => world.app.stop());

/** A browser with a signed-in user of another organization. */
const oscar = () => world.app.signedIn('other', 'oscar', password);
const addressOf = (url: URL | string) => {
  const { pathname, search } = new URL(url, world.app.url);
  return pathname + search;
};
const given = async () => [
  await world.app.db('tokens').count().first(),
  await world.app.db('artifacts').where('model', 'Grant').count().first(),
];

describe('S9 a user of another organization is a stranger to an application', () => {
  test('whose authorization endpoint asks them to sign in', async () => {
    const before = await given();
    const browser = await oscar();
    const { request } = await careful(rp);
    const page = new URL(String((await browser.get(addressOf(request))).headers.get('location')), world.app.url);
    expect(page.pathname).toBe('/login/oauth/authorize');
    expect(page.searchParams.get('interaction')).toBeTruthy();
    expect(await given()).toEqual(before);
    expect((await signInAt(browser, page)).body.status).toBe('ok');
    expect((await browser.get('get-account')).body).toMatchObject({ name: 'alice' });
  });

  test('whose silent sign-in answers login_required', async () => {
    const { request } = await careful(rp, { prompt: 'none' });
    const { headers } = await (await oscar()).get(addressOf(request));
    const back = new URL(String(headers.get('location')));
    expect(back.origin + back.pathname).toBe(callback);
    expect(back.searchParams.get('error')).toBe('login_required');
    expect(back.searchParams.has('code')).toBe(false);
  });

  test('whose page does not continue with the browser’s account', async () => {
    const before = await given();
    const query = asPageAsks((await careful(rp)).request);
    for (const form of [{ type: 'code' }, { type: 'code', consent: true }])
      expect((await (await oscar()).post('login', form, { query })).body).toMatchObject({
        status: 'error',
        code: 'unauthorized',
      });
    expect(await given()).toEqual(before);
  });

  test('whose device they cannot connect, and a user of its own then can', async () => {
    const device = await client.initiateDeviceAuthorization(rp, { scope: 'openid' });
    const browser = await oscar();
    const path = '/login/oauth/device';
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec((await browser.get(path)).text) ?? [];
    const form = new URLSearchParams({ xsrf, user_code: device.user_code, confirm: 'yes' });
    const page = new URL(String((await browser.post(path, form)).headers.get('location')), world.app.url);
    expect(page.pathname).toBe('/login/oauth/authorize');
    const query = asPageAsks(page);
    expect((await browser.post('login', { type: 'code' }, { query })).body.code).toBe('unauthorized');
    const poll = () =>
      client.genericGrantRequest(rp, 'urn:ietf:params:oauth:grant-type:device_code', {
        device_code: device.device_code,
      });
    await expect(poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    const { body } = await signInAt(browser, page);
    expect((await browser.get(addressOf(body.data2))).status).toBe(200);
    const { access_token } = await poll();
    expect((await world.app.client({ Authorization: `Bearer ${access_token}` }).get('get-account')).body.name).toBe(
      'alice',
    );
  });
});

describe('S9 tokens and codes of a user are worth nothing', () => {
  /** A new user of a new application, with all that it was given for them. */
  async function joined() {
    const name = `u-${randomUUID()}`;
    await add(world.root, 'user', { owner: 'acme', name, password });
    const entered = await world.application(name);
    return { name, entered, ...(await tokensFor(world, entered, {}, name)) };
  }
  const move = async (kind: string, id: string, own: object) => {
    const { data } = (await world.root.get(`get-${kind}`, { id })).body;
    const { body } = await world.root.post(`update-${kind}`, { ...data, ...own }, { query: { id } });
    expect(body.status).toBe('ok');
  };
  async function expectNothing({ rp, tokens }: Awaited<ReturnType<typeof joined>>) {
    for (const token of [tokens.access_token, String(tokens.refresh_token)])
      expect(await client.tokenIntrospection(rp, token)).toEqual({ active: false });
    const bearer = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
    expect((await bearer.get('/api/userinfo')).status).toBe(401);
    expect((await bearer.get('get-account')).body.code).toBe('token-unknown');
    await expect(client.refreshTokenGrant(rp, String(tokens.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  }

  test('after the user moved to another organization', async () => {
    const one = await joined();
    await move('user', `acme/${one.name}`, { owner: 'other' });
    await expectNothing(one);
  });

  test('after the application moved to another organization', async () => {
    const one = await joined();
    await move('application', `admin/${one.entered.name}`, { organization: 'other' });
    await expectNothing(one);
  });
});

test('a global administrator signs in at every application, as with their password', async () => {
  const { request } = await careful(rp);
  const { body } = await world.root.post('login', { type: 'code' }, { query: asPageAsks(request) });
  expect(body).toMatchObject({ status: 'ok', data: expect.any(String) });
});

describe('S11 the rights of a global administrator', () => {
  /** The tokens of an application after such a user followed its link. */
  async function bearer(browser: Client, entered: Application, scope = 'openid read') {
    const party = await world.relyingParty(entered);
    const flow = await careful(party, { scope });
    const back = String((await browser.get(addressOf(flow.request))).headers.get('location'));
    const { access_token } = await exchange(party, flow, String(new URL(back).searchParams.get('code')));
    return world.app.client({ Authorization: `Bearer ${access_token}` });
  }
  const codeOf = async (asked: Promise<Answered>) => (await asked).body.code ?? 'ok';
  const planted = { owner: 'built-in', name: 'planted', password };

  test('do not go to an application of an organization, where they are only themselves', async () => {
    const lent = await bearer(world.root, application);
    expect((await lent.get('get-account')).body).toMatchObject({ name: 'admin', data: { owner: 'built-in' } });
    for (const owner of ['acme', 'other', 'built-in'])
      expect(await codeOf(lent.get('get-users', { owner }))).toBe('unauthorized');
    expect(await codeOf(lent.get('get-organizations'))).toBe('unauthorized');
    expect(await codeOf(lent.post('add-user', planted))).toBe('unauthorized');
  });

  test('do not go to an application of their own organization, where they keep their rights there', async () => {
    await add(world.root, 'user', { owner: 'acme', name: 'grace', password, isAdmin: true, isGlobalAdmin: true });
    const lent = await bearer(await world.app.signedIn('acme', 'grace', password), application);
    expect(await codeOf(lent.get('get-users', { owner: 'acme' }))).toBe('ok');
    expect(await codeOf(lent.get('get-users', { owner: 'other' }))).toBe('unauthorized');
    expect(await codeOf(lent.post('add-user', planted))).toBe('unauthorized');
    expect(await codeOf(lent.post('update-user', { isGlobalAdmin: true }, { query: { id: 'acme/alice' } }))).toBe(
      'rights-not-held',
    );
  });

  test('17.3 do not go to a third-party application with scope openid that may do everything', async () => {
    expect((await world.root.get('get-application', { id: `admin/${application.name}` })).body.data).toMatchObject({
      apiAccess: 'administrator',
    });
    await add(world.root, 'user', { owner: 'acme', name: 'greta', password, isAdmin: true });
    const lent = await bearer(await world.app.signedIn('acme', 'greta', password), application, 'openid profile email');
    expect((await lent.get('get-account')).body).toMatchObject({ status: 'ok', name: 'greta' });
    const accomplice = { owner: 'acme', name: 'accomplice', password, isAdmin: true };
    expect(await codeOf(lent.post('add-user', accomplice))).toBe('scope-too-narrow');
    expect(await codeOf(lent.post('update-user', { isAdmin: true }, { query: { id: 'acme/alice' } }))).toBe(
      'scope-too-narrow',
    );
    expect(await codeOf(lent.get('get-users', { owner: 'acme' }))).toBe('scope-too-narrow');
  });

  test('go to applications of the platform, which its administrators make', async () => {
    const own = await world.application('app-of-platform', { organization: 'built-in', enableSigninSession: true });
    expect(await codeOf((await bearer(world.root, own)).get('get-users', { owner: 'other' }))).toBe('ok');
  });
});
