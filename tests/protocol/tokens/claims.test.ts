import { randomUUID } from 'node:crypto';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import {
  asPageAsks,
  careful,
  createProtocolWorld,
  errorOf,
  exchange,
  type ProtocolWorld,
  tokensFor,
} from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

describe('S42 claims of the authority cannot be set or replaced', () => {
  test('by fields that a user writes', async () => {
    const claims = { iss: 'https://evil.example', sub: 'admin', aud: 'others', exp: '9999999999', azp: 'others' };
    const more = { iat: '1', nonce: 'mine', roles: 'admin', organization: 'built-in', owner: 'built-in' };
    const properties = { ...claims, ...more };
    await add(world.root, 'user', { owner: 'acme', name: 'mallory', password, properties, tag: 'built-in' });
    const application = await world.application('app-claims');
    const rp = await world.relyingParty(application);
    const flow = await careful(rp);
    const form = { type: 'code', organization: 'acme', username: 'mallory', password };
    const { body } = await world.app.client().post('login', form, { query: asPageAsks(flow.request) });
    const tokens = await exchange(rp, flow, body.data);
    const { data: user } = (await world.root.get('get-user', { id: 'acme/mallory' })).body;
    const now = Math.floor(Date.now() / 1000);
    for (const token of [tokens.access_token, String(tokens.id_token)]) {
      const read = decodeJwt(token);
      expect(read).toMatchObject({ iss: world.app.url, sub: user.id, nonce: flow.nonce });
      expect([read.aud].flat()).toEqual([application.clientId]);
      expect(read.exp).toBeLessThan(now + 169 * 3600);
      expect(read.iat).toBeGreaterThan(now - 60);
      for (const name of ['azp', 'organization']) expect(read).not.toHaveProperty(name);
    }
    const none = { roles: [], permissions: [] };
    expect(decodeJwt(tokens.access_token)).toMatchObject({ owner: 'acme', name: 'mallory', ...none });
    expect(decodeJwt(tokens.access_token)).not.toHaveProperty('properties');
    expect(decodeJwt(String(tokens.id_token))).not.toHaveProperty('roles');
    expect(await client.fetchUserInfo(rp, tokens.access_token, user.id)).not.toHaveProperty('properties');
  });

  test('by requested claims and parameters of a client', async () => {
    const application = await world.application('app-wishing');
    const wish = { value: 'https://evil.example' };
    const wishes = { iss: wish, aud: wish, exp: { value: 9_999_999_999 }, azp: wish, nonce: wish, roles: wish };
    const claims = JSON.stringify({ id_token: { ...wishes, organization: wish }, userinfo: wishes });
    const { tokens, flow, rp } = await tokensFor(world, application, { claims });
    const sub = String(tokens.claims()?.sub);
    const given = tokens.claims();
    expect(given).toMatchObject({ iss: world.app.url, aud: application.clientId, nonce: flow.nonce });
    for (const name of ['azp', 'roles', 'organization']) expect(given).not.toHaveProperty(name);
    expect(JSON.stringify(await client.fetchUserInfo(rp, tokens.access_token, sub))).not.toMatch('evil');
    const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token), {
      sub: 'admin',
      aud: 'others',
      iss: 'https://evil.example',
      exp: '9999999999',
      claims,
    });
    expect(decodeJwt(fresh.access_token)).toMatchObject({ iss: world.app.url, sub, aud: [application.clientId] });
  });

  test('and a client that requests another user gets no token', async () => {
    const application = await world.application('app-choosy', { enableSigninSession: true });
    const { browser, rp } = await tokensFor(world, application);
    const claims = JSON.stringify({ id_token: { sub: { value: 'somebody-else' } } });
    const { request } = await careful(rp, { claims, prompt: 'none' });
    const { headers } = await browser.get(request.pathname + request.search);
    const back = new URL(String(headers.get('location')));
    expect(back.searchParams.get('error')).toBe('login_required');
    expect(back.searchParams.has('code')).toBe(false);
  });
});

test.each([
  ['one class of sign-in', { value: 'urn:example:gold' }],
  ['one of some', { values: ['urn:example:gold', 'urn:example:silver'] }],
])('a client that requires %s is refused at once, before its user signs in', async (_which, wish) => {
  const application = await world.application(`app-${randomUUID()}`, { oauthFeatures: ['device_authorization'] });
  const rp = await world.relyingParty(application);
  const wanting = (essential: boolean) => JSON.stringify({ id_token: { acr: { essential, ...wish } } });
  const { request, state } = await careful(rp, { claims: wanting(true) });
  const { headers } = await world.app.client().get(request.pathname + request.search);
  const back = new URL(String(headers.get('location')));
  const told = { error: 'unmet_authentication_requirements', state, iss: world.app.url };
  expect(Object.fromEntries(back.searchParams)).toMatchObject(told);
  const { tokens } = await tokensFor(world, application, { claims: wanting(false) });
  // A wish that cannot be met gets the class that the user has (OpenID Connect Core, 5.5.1.1).
  expect(tokens.claims()).toMatchObject({ acr: 'urn:doorwright:acr:one-factor', amr: ['pwd'] });
});

const deep = `{"id_token":{"email":{"value":${'['.repeat(5_000)}${']'.repeat(5_000)}}}}`;

test.each([
  ['have a character that cannot be stored', '{"id_token":{"a\\u0000b":null}}'],
  ['have half of a character', '{"id_token":{"email":{"value":"a\\ud800b"}}}'],
  ['are nested too deep', deep],
])('every endpoint refuses claims that %s, and stays open to others', async (_which, claims) => {
  const oauthFeatures: Application['oauthFeatures'] = ['device_authorization'];
  const application = await world.application(`app-${randomUUID()}`, { oauthFeatures, enableSigninSession: true });
  const { request } = await careful(await world.relyingParty(application));
  const good = asPageAsks(request);
  const browser = await world.app.signedIn('acme', 'alice', password);
  request.searchParams.set('claims', claims);
  const path = (request.pathname + request.search).replaceAll('%5B', '[').replaceAll('%5D', ']');
  const back = new URL(String((await browser.get(path)).headers.get('location')));
  expect(back.searchParams.get('error')).toBe('invalid_request');
  const headers = basic(application.clientId, application.clientSecret);
  for (const door of ['par', 'device_authorization']) {
    const answer = await world.app.anonymous.post(`/api/login/oauth/${door}`, request.searchParams, { headers });
    expect([answer.status, errorOf(answer)]).toEqual([400, 'invalid_request']);
  }
  const form = { type: 'code', organization: 'acme', username: 'alice', password };
  expect((await browser.post('login', form, { query: good })).body.status).toBe('ok');
});

describe('an access token holds the roles and permissions of its user', () => {
  async function organization() {
    const owner = `crew-${randomUUID().slice(0, 8)}`;
    await add(world.root, 'organization', { name: owner, displayName: owner });
    for (const name of ['ada', 'bea', 'cem']) await add(world.root, 'user', { owner, name, password });
    const { clientId, clientSecret } = await world.application(owner, {
      organization: owner,
      grantTypes: ['password'],
    });
    const sent = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, password };
    async function factsOf(username: string): Promise<Record<string, unknown>> {
      const form = new URLSearchParams({ ...sent, username });
      const { body } = await world.app.anonymous.post('/api/login/oauth/access_token', form);
      return decodeJwt((body as unknown as { access_token: string }).access_token);
    }
    return { owner, factsOf };
  }
  const none = { roles: [], permissions: [] };

  test('from the next token on, as the user’s object does, and of no other user', async () => {
    const { owner, factsOf } = await organization();
    expect(await factsOf('ada')).toMatchObject(none);
    const [ada, bea] = [`${owner}/ada`, `${owner}/bea`];
    await add(world.root, 'role', { owner, name: 'reader', users: [ada, bea] });
    await add(world.root, 'role', { owner, name: 'lead', roles: [`${owner}/reader`] });
    await add(world.root, 'permission', { owner: 'built-in', name: owner, users: [ada], actions: ['Read'] });

    const facts = await factsOf('ada');
    expect(facts).toMatchObject({
      roles: [{ owner, name: 'reader', users: [ada], isEnabled: true }],
      permissions: [{ owner: 'built-in', name: owner, users: [ada], actions: ['Read'], effect: 'Allow' }],
    });
    const { data: read } = (await world.root.get('get-user', { id: ada })).body;
    expect({ roles: read.roles, permissions: read.permissions }).toMatchObject({
      roles: facts.roles,
      permissions: facts.permissions,
    });
    expect(await factsOf('bea')).toMatchObject({ roles: [{ name: 'reader', users: [bea] }], permissions: [] });
    expect(await factsOf('cem')).toMatchObject(none);
  });

  test('of the user’s organization and of the platform, and of no third one', async () => {
    const [home, other] = [await organization(), await organization()];
    const users = [`${home.owner}/ada`];
    await add(world.root, 'role', { owner: other.owner, name: 'guest', users });
    expect(await home.factsOf('ada')).toMatchObject(none);
    await add(world.root, 'role', { owner: home.owner, name: 'host', users });
    expect(await home.factsOf('ada')).toMatchObject({ roles: [{ name: 'host' }], permissions: [] });
  });
});

describe('S41 no token is exchanged for another proof', () => {
  const grants = [
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'urn:ietf:params:oauth:grant-type:saml2-bearer',
  ];
  test.each(grants)('%s gives no token', async (grant_type) => {
    const application = await world.application(`app-${grant_type.split(':').at(-1)}`, {
      grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
    });
    const { tokens } = await tokensFor(world, application);
    const { clientId: client_id, clientSecret: client_secret } = application;
    const subject = { subject_token: tokens.access_token, subject_token_type: 'urn:ietf:params:oauth:token-type:jwt' };
    const form = { grant_type, client_id, client_secret, assertion: String(tokens.id_token), ...subject };
    const answer = await world.app.anonymous.post('/api/login/oauth/access_token', new URLSearchParams(form));
    expect([answer.status, errorOf(answer)]).toEqual([400, 'unsupported_grant_type']);
    expect(answer.text).not.toMatch('access_token"');
  });

  test('a token of ours does not authenticate a client', async () => {
    const application = await world.application('app-asserting', { grantTypes: ['client_credentials'] });
    const own = await client.clientCredentialsGrant(await world.relyingParty(application));
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: application.clientId,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: own.access_token,
    });
    const answer = await world.app.anonymous.post('/api/login/oauth/access_token', form);
    expect(errorOf(answer)).toMatch(/^invalid_(client|request)$/);
  });

  test('a refreshed token has no more scopes than its source, and ends with it', async () => {
    const application = await world.application('app-modest');
    const { rp, tokens } = await tokensFor(world, application, { scope: 'openid' });
    const wider = client.refreshTokenGrant(rp, String(tokens.refresh_token), { scope: 'openid email' });
    await expect(wider).rejects.toMatchObject({ error: 'invalid_scope' });
    const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token), { scope: 'openid' });
    expect(fresh.scope).toBe('openid');
    await client.tokenRevocation(rp, String(fresh.refresh_token));
    expect(await client.tokenIntrospection(rp, fresh.access_token)).toEqual({ active: false });
  });
});
