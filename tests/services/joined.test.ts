import type { Application } from '@doorwright/crds/kinds/application.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { formIn, pageFor, signInOn } from '../protocol/saml/world.ts';
import { asPageAsks } from '../protocol/world.ts';
import { backAt, post } from './saml/world.ts';
import { browserAt, login, servicesSettings } from './world.ts';

/** Two installations: people of `there` sign in `here`. */
let there: TestApp;
let here: TestApp;
let root: Client;
let theirs: Client;
beforeAll(async () => {
  [there, here] = await Promise.all([startApp(), startApp({ settings: servicesSettings })]);
  [theirs, root] = await Promise.all([there.admin(), here.admin()]);
  await add(theirs, 'organization', { name: 'acme' });
  await add(root, 'organization', { name: 'here' });
  const acs = `${here.url}/api/acs`;
  const samlServiceProviders = [{ entityId: acs, acsUrls: [acs] }];
  await add(theirs, 'application', { name: 'saml', organization: 'acme', samlServiceProviders });
  const metadata = (await theirs.get('saml/metadata', { application: 'admin/saml' })).text;
  const { data } = (await root.post('read-saml-metadata', { metadata })).body;
  await add(root, 'provider', { name: 'saml', category: 'SAML', type: 'SAML', ...data });
  await listed('saml');
});
afterAll(() => Promise.all([there?.stop(), here?.stop()]));

const addresses = (origin: string) => ({
  ...{ customAuthUrl: `${origin}/login/oauth/authorize`, customScope: 'openid profile email' },
  ...{ customTokenUrl: `${origin}/api/login/oauth/access_token`, customUserInfoUrl: `${origin}/api/userinfo` },
});

/** As a user does with the code in a letter. */
const prove = ({ db }: TestApp, name: string) => db('users').where({ name }).update({ email_verified: true });

/** A provider here for an application there, and a user there. Their display name could be a user name. */
async function joined(
  name: string,
  type: string,
  nameClaims: Application['nameClaims'],
  own: object = {},
  organization = 'acme',
) {
  await add(theirs, 'user', {
    ...{ owner: 'acme', name, displayName: `Display${name}`, email: `mail-${name}@acme.example`, password },
  });
  await prove(there, name);
  const redirectUris = [`${here.url}/callback/oauth/${name}`];
  await add(theirs, 'application', { name, organization, cert: 'cert-built-in', redirectUris, nameClaims });
  const { clientId, clientSecret } = (await theirs.get('get-application', { id: `admin/${name}` })).body.data;
  const service = type === 'Custom' ? addresses(there.url) : { domain: there.url };
  await add(root, 'provider', { name, category: 'OAuth', type, clientId, clientSecret, ...service, ...own });
  await listed(name);
}

const listed = (name: string) =>
  add(root, 'application', {
    ...{ name, organization: 'here', cert: 'cert-built-in', enableSignUp: true },
    providers: [{ name }],
  });

const user = async (name: string) =>
  (await here.store('user').find(here.db, 'here', name)) as Record<string, unknown> | undefined;

async function begun(browser: Client, name: string): Promise<URL> {
  const { body } = await browser.post('begin-provider-request', { application: name, provider: name });
  if (body.status !== 'ok') throw new Error(`no request: ${body.msg}`);
  return new URL(body.data);
}

/** Signs up here with the account there, over OpenID Connect. */
async function signUp(name: string) {
  const browser = browserAt(here);
  const address = await begun(browser, name);
  const query = asPageAsks(address);
  const { body } = await there
    .client()
    .post('login', { type: 'code', organization: 'acme', username: name, password }, { query });
  if (body.status !== 'ok') throw new Error(`refused there: ${body.msg}`);
  const answer = new URLSearchParams({ code: body.data, state: query.state ?? '', iss: there.url });
  const back = { state: query.state ?? '', answer: String(answer), redirectUri: query.redirectUri ?? '' };
  return (await login(browser, name, back, { application: name })).body;
}

/** The same over SAML. */
async function signUpBySaml(username: string) {
  const [browser, theirBrowser] = [browserAt(here), there.client()];
  const address = await begun(browser, 'saml');
  const query = await pageFor(theirBrowser, address.href);
  const { body } = await signInOn(theirBrowser, query, { username });
  const form = formIn(String(body.data2));
  const response = Buffer.from(form.SAMLResponse, 'base64').toString();
  const back = backAt(await post(`${here.url}/api/acs`, response, form.RelayState));
  return (await login(browser, 'saml', back, { application: 'saml' })).body;
}

describe('35.23 two installations that are joined give a user the same names and email', () => {
  test.each(
    ['Custom', 'Casdoor'].flatMap((type) =>
      (['standard', 'casdoor'] as const).map((claims) => [type, claims] as const),
    ),
  )('by the type %s, where the other has its name claims as in %s', async (type, nameClaims) => {
    const name = `${type}_${nameClaims}`.toLowerCase();
    await joined(name, type, nameClaims);
    expect(await signUp(name)).toMatchObject({ status: 'ok', data: `here/${name}` });
    expect(await user(name)).toMatchObject({
      ...{ displayName: `Display${name}`, email: `mail-${name}@acme.example`, emailVerified: true },
    });
  });

  test('at an application of the platform, which names users of other organizations with theirs', async () => {
    await joined('of_platform', 'Custom', 'standard', {}, 'built-in');
    expect(await signUp('of_platform')).toMatchObject({ status: 'ok', data: 'here/acme_of_platform' });
    expect(await user('acme_of_platform')).toMatchObject({ displayName: 'Displayof_platform' });
  });

  test.each(['Custom', 'Casdoor'])('by the type %s with a mapping of its own, which overrules', async (type) => {
    const name = `${type}_mapped`.toLowerCase();
    const userMapping = [{ field: 'displayName', claim: 'email' }];
    await joined(name, type, 'standard', { userMapping });
    expect(await signUp(name)).toMatchObject({ status: 'ok', data: `here/${name}` });
    expect(await user(name)).toMatchObject({ displayName: `mail-${name}@acme.example` });
  });

  test('by SAML', async () => {
    const email = 'mail-alice@acme.example';
    await add(theirs, 'user', { owner: 'acme', name: 'alice', displayName: 'AliceLiddell', password, email });
    await prove(there, 'alice');
    expect(await signUpBySaml('alice')).toMatchObject({ status: 'ok', data: 'here/alice' });
    expect(await user('alice')).toMatchObject({ displayName: 'AliceLiddell', email, emailVerified: true });
  });
});

test('S30 35.23 SAML joins nobody by an email, unless a mapping names its proof', async () => {
  await root.post('update-organization', { linkByEmail: true }, { query: { id: 'admin/here' } });
  for (const name of ['forger', 'friend']) {
    const mail = { email: `${name}@acme.example`, password };
    await add(root, 'user', { owner: 'here', name: `is-${name}`, ...mail });
    await add(theirs, 'user', { owner: 'acme', name, displayName: `The${name}`, ...mail });
    await prove(there, name);
    await prove(here, `is-${name}`);
  }
  expect((await signUpBySaml('forger')).data).not.toBe('here/is-forger');
  expect(await user('is-forger')).toMatchObject({ saml: '' });
  const userMapping = [{ field: 'emailVerified', claim: 'EmailVerified' }];
  await root.post('update-provider', { userMapping }, { query: { id: 'admin/saml' } });
  expect((await signUpBySaml('friend')).data).toBe('here/is-friend');
});
