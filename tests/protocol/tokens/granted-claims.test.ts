import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
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
let application: Application;
const person = {
  phone: '13800138000',
  location: 'Oxford',
  homepage: 'https://alice.example',
  avatar: 'https://a.example',
};
const hidden = { idCard: '11010519491231002X', idCardType: 'ID', properties: { salary: '100' }, isForbidden: false };
beforeAll(async () => {
  world = await createProtocolWorld();
  const grantTypes: Application['grantTypes'] = [
    'authorization_code',
    'refresh_token',
    'password',
    'token',
    'id_token',
  ];
  application = await world.application('app-granted', { grantTypes, oauthFeatures: ['device_authorization'] });
  await world.root.post('update-user', { ...person, ...hidden }, { query: { id: 'acme/alice' } });
});
afterAll(() => world.app.stop());

const registered = ['aud', 'client_id', 'exp', 'iat', 'iss', 'jti', 'nbf', 'nonce', 'scope', 'sid', 'sub'];
/** The claims of an access token about its user, without the subject. */
const told = (token: unknown) => Object.keys(decodeJwt(String(token))).filter((name) => !registered.includes(name));
/** The claims that it always has: the user's name, and what others let them do. */
const own = ['id', 'name', 'owner', 'permissions', 'roles'];
/** How and when its user signed in, for resource servers that want a stronger or newer sign-in (RFC 9068, RFC 9470). */
const ofSignIn = ['acr', 'amr', 'auth_time'];
const profile = [
  ...['avatar', 'displayName', 'homepage', 'language'],
  ...['birthday', 'firstName', 'gender', 'lastName', 'timeZone', 'updatedTime'],
];
const untold = [...Object.keys(hidden), 'createdIp', 'lastSigninIp', 'isAdmin', 'isGlobalAdmin', 'isDeleted'];

const withPassword = async (of: Application, scope: string) =>
  client.genericGrantRequest(await world.relyingParty(of), 'password', { scope, username: 'alice', password });

describe('17.8 an access token of the format JWT holds what was granted', () => {
  test.each([
    ['openid', []],
    ['openid email', ['email', 'emailVerified']],
    ['openid phone', ['phone', 'phoneVerified']],
    ['openid address', ['address', 'location', 'region']],
    ['openid profile', profile],
  ])('for the scopes %s', async (scope, facts) => {
    const { tokens } = await tokensFor(world, application, { scope });
    expect(told(tokens.access_token).sort()).toEqual([...ofSignIn, ...own, ...facts].sort());
  });

  test('… by whatever grant', async () => {
    const expected = [...ofSignIn, ...own, 'email', 'emailVerified'].sort();
    const scope = 'openid email';
    const rp = await world.relyingParty(application);
    const byPassword = await withPassword(application, 'openid email phone');
    expect(told(byPassword.access_token)).toContain('phone');
    const narrowed = await client.refreshTokenGrant(rp, String(byPassword.refresh_token), { scope });
    expect(told(narrowed.access_token).sort()).toEqual(expected);
    for (const type of ['token', 'id_token token']) {
      const { request } = await careful(rp, { scope, response_type: type });
      const form = { type, organization: 'acme', username: 'alice', password };
      const { data, data2 } = (await world.app.client().post('login', form, { query: asPageAsks(request) })).body;
      const given = new URLSearchParams(new URL(data2 ?? 'http://none').hash.slice(1)).get('access_token') ?? data;
      expect(told(given).sort(), type).toEqual(expected);
    }
  });

  test('… and with Casdoor’s scopes the user, without fields for administrators', async () => {
    const { access_token } = await withPassword(application, 'read');
    const facts = told(access_token);
    expect(facts).toEqual(expect.arrayContaining([...own, ...profile, 'email', 'phone']));
    for (const name of untold) expect(facts).not.toContain(name);
    expect(JSON.stringify(decodeJwt(access_token))).not.toMatch(/salary|11010519491231002X/);
  });

  test('… and in the format JWT-Empty the name alone', async () => {
    const bare = await world.application('app-bare', { grantTypes: ['password'], tokenFormat: 'JWT-Empty' });
    expect(told((await withPassword(bare, 'read')).access_token)).toEqual(['owner', 'name']);
  });
});

test('17.8 an account item with the view rule Admin reaches no application, from the next answer on', async () => {
  await add(world.root, 'organization', { name: 'discreet', displayName: 'Discreet' });
  await add(world.root, 'user', {
    owner: 'discreet',
    name: 'dora',
    displayName: 'Dora',
    ...person,
    ...hidden,
    password,
  });
  const own = { organization: 'discreet', grantTypes: ['password' as const] };
  const at = await world.application('app-discreet', own);
  const rp = await world.relyingParty(at);
  const claims = JSON.stringify({ id_token: { phone_number: null } });
  const ask = (scope: string) =>
    client.genericGrantRequest(rp, 'password', { scope, claims, username: 'dora', password });
  const before = await ask('openid phone profile');
  expect(decodeJwt(before.access_token)).toMatchObject({ phone: person.phone, displayName: 'Dora' });
  const sub = String(decodeJwt(before.access_token).sub);
  expect(await client.fetchUserInfo(rp, before.access_token, sub)).toMatchObject({ phone_number: person.phone });

  const { data: organization } = (await world.root.get('get-organization', { id: 'admin/discreet' })).body;
  const rule = (item: { name: string }) =>
    ['Phone', 'Display name', 'ID'].includes(item.name) ? { ...item, viewRule: 'Admin', modifyRule: 'Admin' } : item;
  const accountItems = organization.accountItems.map(rule);
  await world.root.post('update-organization', { accountItems }, { query: { id: 'admin/discreet' } });

  const userinfo = await client.fetchUserInfo(rp, before.access_token, sub);
  expect(userinfo).toMatchObject({ sub, name: 'dora', preferred_username: 'dora' });
  expect(userinfo).not.toHaveProperty('phone_number');
  for (const scope of ['openid phone profile', 'read']) {
    const after = decodeJwt((await ask(scope)).access_token);
    expect(after).toMatchObject({ sub, id: sub, owner: 'discreet', name: 'dora' });
    for (const name of ['phone', 'displayName']) expect(after).not.toHaveProperty(name);
  }
});

describe('17.8 an application that requires consent gets what its user agreed to', () => {
  async function agreed(browser: Client, scope: string, own: Partial<Application> = {}) {
    const at = await world.application(`app-asking-${Math.random()}`, { requireConsent: true, ...own });
    const rp = await world.relyingParty(at);
    const flow = await careful(rp, { scope });
    await signInAt(browser, flow.request);
    const form = { type: 'code', consent: true };
    const { data } = (await browser.post('login', form, { query: asPageAsks(flow.request) })).body;
    const tokens = await exchange(rp, flow, data);
    return { tokens, introspected: await client.tokenIntrospection(rp, tokens.access_token) };
  }

  test.each([
    ['openid', {}, ofSignIn],
    ['openid profile', {}, [...ofSignIn, ...profile, 'id', 'name', 'owner']],
    ['openid', { tokenFormat: 'JWT-Empty' as const }, []],
    ['openid profile', { tokenFormat: 'JWT-Empty' as const }, ['name', 'owner']],
  ])('%s, %o', async (scope, own, facts) => {
    const { tokens, introspected } = await agreed(world.app.client(), scope, own);
    expect(told(tokens.access_token).sort()).toEqual(facts.sort());
    expect(introspected.username).toBe(facts.includes('name') ? 'alice' : undefined);
    expect(introspected).toMatchObject({ acr: 'urn:doorwright:acr:one-factor', auth_time: expect.any(Number) });
  });

  test('and with `read` the account as its user sees it', async () => {
    const { tokens } = await agreed(world.app.client(), 'openid read');
    const facts = told(tokens.access_token);
    expect(facts).toEqual(expect.arrayContaining(['name', 'email', 'phone', 'roles']));
    for (const name of untold) expect(facts).not.toContain(name);
  });
});
