import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { browserAt, login } from '../world.ts';
import { checkOf } from './checks.ts';
import { type Forger, forgeries } from './forgeries.ts';
import { encrypt } from './idp/encrypt.ts';
import type { AuthnRequest } from './idp/identity-provider.ts';
import { type Key, newKey } from './idp/keys.ts';
import { registrationOf } from './idp/registration.ts';
import { sign, type Told, writeAssertion, writeResponse } from './idp/write-response.ts';
import { backAt, begin, comeBackFrom, type SamlWorld, startSaml } from './world.ts';

const home = 'https://shop.example/start';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
let world: SamlWorld;
let own: Key;
beforeAll(async () => {
  [world, own] = await Promise.all([startSaml(), newKey()]);
  const shop = { homepageUrl: home, redirectUris: ['https://shop.example/callback'] };
  await world.root.post('update-application', shop, { query: { id: 'admin/shop' } });
  world.idp.user = { nameId: 'mallory', format: persistent, attributes: { uid: 'mallory', displayName: 'Mallory' } };
});
afterAll(() => world?.stop());
beforeEach(() => world.change({ allowUnsolicited: true }));

/** What an identity provider knows without a request. */
const nobodyAsked = (): AuthnRequest => ({ id: '', issuer: world.acs, acs: world.acs, format: '', relayState: '' });
const told = (change: Partial<Told> = {}): Told => ({ ...world.idp.told(nobodyAsked()), ...change });
const honest = (change: Partial<Told> = {}) => sign(writeResponse(told(change)), { key: world.idp.key });

/** Posts a response from another site: without cookies, as browsers do. The cookie of the answer stays in the browser. */
async function enter(response: string, relayState = '', browser = browserAt(world.app)) {
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(response).toString('base64'), RelayState: relayState });
  const { headers, status } = await browser.post('acs', form, {
    headers: { Origin: 'https://idp.example', 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(status).toBe(303);
  return { browser, page: new URL(headers.get('location') ?? '') };
}

const look = async (browser: Client, page: URL) =>
  (await browser.get('get-provider-request', { state: page.searchParams.get('state') ?? '' })).body;

async function expectNobody(browser: Client, page: URL, check: string): Promise<void> {
  expect(page.searchParams.get('error')).toBe('sign-in-service-failed');
  expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
  const [last] = await world.app.db('records').where({ action: 'login' }).orderBy('created_time', 'desc').limit(1);
  expect(last).toMatchObject({
    outcome: 'refused',
    reason: expect.stringContaining(`sign-in-service-failed ${check}`),
  });
}

test('A response without a request asks its user first, signs in once, and names the page of the application', async () => {
  const { browser, page } = await enter(honest());
  expect(await look(browser, page)).toMatchObject({
    data: { purpose: 'unsolicited', provider: 'corp', application: 'shop', target: home, subject: 'Mallory' },
  });
  expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
  expect((await login(browser, 'corp', backAt(page))).body).toMatchObject({ status: 'ok', data: 'acme/mallory' });
  expect((await login(browser, 'corp', backAt(page))).body.code).not.toBeUndefined();
});

test('It may be encrypted', async () => {
  const certificate = world.idp.registered.get(world.acs)?.certificate ?? '';
  const assertion = encrypt(writeAssertion(told()), certificate, 'OAEP with SHA-256, AES-256-GCM');
  const response = sign(writeResponse(told(), assertion), { key: world.idp.key, of: 'Response' });
  const { browser, page } = await enter(response);
  expect((await login(browser, 'corp', backAt(page))).body).toMatchObject({ status: 'ok' });
});

test('RelayState chooses a registered address, and no other one counts', async () => {
  const { browser, page } = await enter(honest(), 'https://shop.example/callback');
  expect((await look(browser, page)).data.target).toBe('https://shop.example/callback');
  for (const evil of ['https://evil.example/', 'javascript:alert(1)', `${home}/../evil`, '//evil.example']) {
    const refused = await enter(honest(), evil);
    await expectNobody(refused.browser, refused.page, 'RelayState is no registered address');
  }
});

test('35.7 a second provider with the same issuer does not stop a sign-in, and each organization has its own', async () => {
  const { root } = world;
  const name = { issuerUrl: world.idp.entityId, allowUnsolicited: true };
  const forged = { ...registrationOf(world.other), ...name, createdTime: '2020-01-01T00:00:00Z' };
  await add(root, 'provider', { name: 'namesake', ...forged });
  await add(root, 'organization', { name: 'globex', displayName: 'Globex' });
  await add(root, 'provider', {
    ...{ name: 'corp-globex', ...registrationOf(world.idp), ...name },
    organizations: ['globex'],
    audience: 'named',
  });
  const globexHome = 'https://globex.example/start';
  await add(root, 'application', {
    ...{
      name: 'globex-shop',
      organization: 'globex',
      cert: 'cert-built-in',
      enableSignUp: true,
      homepageUrl: globexHome,
    },
    providers: [{ name: 'corp-globex' }],
  });
  for (const [relayState, provider, application] of [
    ['', 'corp', 'shop'],
    [home, 'corp', 'shop'],
    [globexHome, 'corp-globex', 'globex-shop'],
  ] as const) {
    const { browser, page } = await enter(honest(), relayState);
    expect((await look(browser, page)).data).toMatchObject({ provider, application });
  }
  // Keys of another provider with the same issuer are not keys of this one.
  await root.post(
    'update-application',
    { providers: ['corp', 'other', 'namesake'].map((each) => ({ name: each })) },
    { query: { id: 'admin/shop' } },
  );
  const response = sign(writeResponse(told()), { key: world.other.key });
  const { browser, page } = await enter(response, home);
  expect((await look(browser, page)).data).toMatchObject({ provider: 'namesake' });
  const answer = await login(browser, 'namesake', backAt(page));
  expect(answer.body.data).not.toBe('acme/mallory');
  expect(await world.app.db('users').where({ owner: 'acme', saml: 'mallory' }).select('name')).toHaveLength(
    answer.body.status === 'ok' ? 2 : 1,
  );
  for (const each of ['globex-shop']) await root.post('delete-application', { owner: 'admin', name: each });
  await root.post(
    'update-application',
    { providers: [{ name: 'corp' }, { name: 'other' }] },
    { query: { id: 'admin/shop' } },
  );
  for (const each of ['namesake', 'corp-globex']) await root.post('delete-provider', { owner: 'admin', name: each });
});

test('Of several applications, RelayState must name one', async () => {
  const cart = { name: 'cart', organization: 'acme', cert: 'cert-built-in', homepageUrl: 'https://cart.example/' };
  await world.root.post('add-application', { ...cart, providers: [{ name: 'corp' }] });
  const refused = await enter(honest());
  await expectNobody(refused.browser, refused.page, 'several applications use this provider');
  const { browser, page } = await enter(honest(), cart.homepageUrl);
  expect((await look(browser, page)).data).toMatchObject({ application: 'cart', target: cart.homepageUrl });
  await world.root.post('delete-application', { owner: 'admin', name: 'cart' });
});

describe('S45 a response without a request signs nobody in', () => {
  test('unless the provider allows it, also after the response came', async () => {
    const { browser, page } = await enter(honest());
    await world.change({ allowUnsolicited: false });
    expect((await login(browser, 'corp', backAt(page))).body.code).toBe('sign-in-service-failed');
    const closed = await enter(honest());
    expect(closed.page.search).toBe('');
  });

  test('a second time', async () => {
    const response = honest();
    await enter(response);
    const again = await enter(response);
    await expectNobody(again.browser, again.page, 'the assertion was used before');
  });

  test('in another browser than that of the response', async () => {
    const { page } = await enter(honest());
    const stranger = browserAt(world.app);
    await begin(stranger);
    expect((await look(stranger, page)).code).toBe('provider-request-unknown');
    expect((await login(stranger, 'corp', backAt(page))).body.code).toBe('provider-request-unknown');
  });

  test('if it answers a request, and one without a request answers none', async () => {
    const refused = await enter(honest({ request: '_x', responseRequest: '_x' }));
    await expectNobody(refused.browser, refused.page, 'the response answers another request');
    world.idp.respond = () => honest();
    const browser = browserAt(world.app);
    const { address } = await begin(browser);
    expect((await login(browser, 'corp', await comeBackFrom(world, address))).body.code).toBe('sign-in-service-failed');
    world.idp.respond = (request) => sign(writeResponse(world.idp.told(request)), { key: world.idp.key });
  });

  const namesNobody = (name: string) =>
    checkOf(name).startsWith('the XML ') || ['of another issuer of the response', 'that is no response'].includes(name);
  // Not signed, or not for us, or not now; the whole battery of forms is judged by the same code.
  const names = Object.keys(forgeries).filter((name) => name !== 'for no request');
  test.each(names)('%s', async (name) => {
    const forger: Forger = { idp: world.idp, request: nobodyAsked(), own };
    const { browser, page } = await enter(forgeries[name]?.(forger) ?? '');
    expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
    expect((await look(browser, page)).status).toBe('error');
    // A text that names no provider is nobody's, so no organization has a record of it.
    if (namesNobody(name)) expect(page.search).toBe('');
    else await expectNobody(browser, page, checkOf(name));
  });
});
