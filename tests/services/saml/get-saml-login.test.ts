import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { browserAt, login } from '../world.ts';
import { readRequest } from './idp/identity-provider.ts';
import { comeBackFrom, type SamlWorld, startSaml } from './world.ts';

let world: SamlWorld;
let clientId = '';
const callback = 'https://shop.example/callback';
beforeAll(async () => {
  world = await startSaml();
  await world.root.post('update-application', { redirectUris: [callback] }, { query: { id: 'admin/shop' } });
  clientId = (await world.root.get('get-application', { id: 'admin/shop' })).body.data.clientId;
  world.idp.user.attributes = { uid: 'nora' };
});
afterAll(() => world?.stop());
beforeEach(() => world.change({ requestBinding: 'Redirect', enableSignAuthnRequest: false }));

/** RelayState as pages of Casdoor 2022 write it. */
const relayOf = (redirectUri: string, to = `${world.app.url}/callback/saml`, client = clientId) =>
  Buffer.from([client, 'xyz', 'corp', redirectUri, to].join('&')).toString('base64');

const ask = (relayState: string, id = 'admin/corp', browser = browserAt(world.app)) =>
  browser.get('get-saml-login', { id, relayState });

test('The redirect binding gives an address with a request, and its response goes on for the client', async () => {
  const browser = browserAt(world.app);
  const { body } = await ask(relayOf(callback), 'admin/corp', browser);
  expect(body).toMatchObject({ status: 'ok', data2: 'GET' });
  const { origin, pathname, searchParams } = new URL(body.data);
  expect(origin + pathname).toBe(world.idp.endpoint);
  const relayState = searchParams.get('RelayState') ?? '';
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
  expect(readRequest(xml, relayState)).toMatchObject({ issuer: world.acs, acs: world.acs });
  expect(relayState.length).toBeLessThanOrEqual(80);
  const back = await comeBackFrom(world, body.data);
  const request = (await browser.get('get-provider-request', { state: back.state })).body.data;
  const page = new URL(request.page, world.app.url);
  expect(request).toMatchObject({ purpose: 'signin', provider: 'corp', application: 'shop' });
  expect(page.pathname).toBe('/login/oauth/authorize');
  expect(Object.fromEntries(page.searchParams)).toEqual({
    ...{ client_id: clientId, response_type: 'code', redirect_uri: callback, scope: 'read', state: 'xyz' },
  });
  expect((await login(browser, 'corp', back)).body).toMatchObject({ status: 'ok', data: 'acme/nora' });
});

test('The POST binding gives a form that posts itself, and that escapes everything', async () => {
  await world.change({
    requestBinding: 'POST',
    enableSignAuthnRequest: true,
    endpoint: `${world.idp.endpoint}?a="><b>`,
  });
  const { body } = await ask(relayOf('null'));
  expect(body).toMatchObject({ status: 'ok', data2: 'POST' });
  expect(body.data).toContain(`action="${world.idp.endpoint}?a=&quot;&gt;&lt;b&gt;"`);
  expect(body.data).not.toContain('<b>');
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body.data)?.[1] ?? '';
  const xml = Buffer.from(value('SAMLRequest'), 'base64').toString();
  expect(xml).toContain('Signature');
  expect(value('RelayState')).toMatch(/^[0-9a-f]{64}$/);
  await world.change({ endpoint: world.idp.endpoint });
});

test('Without a redirect address the sign-in leads to our own pages', async () => {
  const browser = browserAt(world.app);
  const { body } = await ask(relayOf('null'), 'admin/corp', browser);
  const back = await comeBackFrom(world, body.data);
  expect((await browser.get('get-provider-request', { state: back.state })).body.data.page).toBe('/login');
});

test('S43 another callback than ours, an unknown client and other providers are refused', async () => {
  expect((await ask(relayOf(callback, 'https://evil.example/callback/saml'))).body.code).toBe('redirect-not-allowed');
  expect((await ask('not base64!')).body.code).toBe('redirect-not-allowed');
  expect((await ask(relayOf(callback, undefined, 'nobody'))).body.code).toBe('client-unknown');
  expect((await ask(relayOf(callback), 'admin/nothing')).body.code).toBe('not-found');
  await add(world.root, 'provider', { name: 'mail', category: 'Email', type: 'Default' });
  expect((await ask(relayOf(callback), 'admin/mail')).body.code).toBe('not-found');
  const { data } = (await world.root.get('get-application', { id: 'admin/shop' })).body;
  const list = (providers: object[]) =>
    world.root.post('update-application', { providers }, { query: { id: 'admin/shop' } });
  expect((await list([...data.providers, { name: 'mail' }])).body.status).toBe('ok');
  expect((await ask(relayOf(callback), 'admin/mail')).body).toMatchObject({
    code: 'provider-not-saml',
    msg: "Provider mail's category is not SAML",
  });
  await list(data.providers);
  const stranger = await add(world.root, 'provider', { name: 'alone', category: 'SAML', type: 'SAML' });
  expect((await ask(relayOf(callback), `admin/${stranger.name}`)).body.code).toBe('not-found');
});
