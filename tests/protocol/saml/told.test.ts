import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { createSamlWorld, formIn, pageFor, type SamlWorld, signInOn, visit, xmlOf } from './world.ts';
import { asked, redirectTo, writeRequest } from './write-request.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
  await world.application('wiki', { casServices: ['https://wiki.example/'] });
});
afterAll(() => world.app.stop());

const to = (name = 'shop', own = {}) => {
  const page = `${world.app.url}/login/saml/authorize/admin/${name}`;
  return redirectTo(page, writeRequest(asked(page, own)));
};
const attributesIn = (xml: string) =>
  Object.fromEntries(
    [...xml.matchAll(/<saml:Attribute Name="([^"]*)"[^>]*>(.*?)<\/saml:Attribute>/g)].map(([, name, values = '']) => [
      name,
      [...values.matchAll(/<saml:AttributeValue[^>]*>([^<]*)</g)].map(([, value]) => value),
    ]),
  );

/** What a service of CAS learns of a user. */
async function casTold(username: string) {
  const service = 'https://wiki.example/';
  const form = { type: 'cas', application: 'wiki', organization: 'acme', username, password };
  const { body } = await world.app.client().post('login', form, { query: { service } });
  return (await world.app.client().get('/cas/acme/wiki/p3/serviceValidate', { ticket: String(body.data), service }))
    .text;
}
const samlTold = async (username: string) => {
  const browser = world.app.client();
  const { body } = await signInOn(browser, await pageFor(browser, to()), { username });
  return xmlOf(formIn(String(body.data2)));
};
const proves = (name: string) => world.app.db('users').where({ owner: 'acme', name }).update({ email_verified: true });

describe('S29 an email that its user wrote without proof is told to no service before it is proved,', () => {
  const unproven = { name: 'Email', rule: 'No verification' };
  const items = ['Username', 'Password', 'Confirm password'].map((name) => ({ name, visible: true, required: true }));
  beforeAll(async () => {
    const signupItems = [
      { name: 'ID', visible: false, required: true, rule: 'Random' },
      ...items,
      { ...unproven, visible: true, required: true },
    ];
    await world.application('open', {
      enableSignUp: true,
      signupItems,
    } as never);
  });

  test('also when nobody can sign up any more', async () => {
    const form = { application: 'open', organization: 'acme', username: 'eve', email: 'ceo@acme.example', password };
    expect((await world.app.client().post('signup', { ...form, confirm: password })).body.status).toBe('ok');
    await world.change({ enableSignUp: false }, 'open');
    expect(await samlTold('eve')).toContain('InvalidNameIDPolicy');
    expect(await casTold('eve')).toContain('<cas:user>eve</cas:user>');
    expect(await casTold('eve')).not.toContain('ceo@acme.example');
    await world.serviceProvider({ nameIdFormat: 'unspecified' });
    expect(attributesIn(await samlTold('eve'))).not.toHaveProperty('Email');
    await proves('eve');
    expect(attributesIn(await samlTold('eve')).Email).toEqual(['ceo@acme.example']);
    expect(await casTold('eve')).toContain('<cas:email>ceo@acme.example</cas:email>');
    await world.serviceProvider({});
  });

  test('also when an application asked for it after the sign-in', async () => {
    const prompted = { ...unproven, visible: false, required: false, prompted: true };
    await world.application('asking', { signupItems: [...items, prompted] } as never);
    await add(world.root, 'user', { owner: 'acme', name: 'mallory', displayName: 'Mallory', password });
    const browser = await world.app.signedIn('acme', 'mallory', password);
    const answer = { application: 'asking', item: 'Email', email: 'cfo@acme.example' };
    expect((await browser.post('answer-prompt', answer)).body.status).toBe('ok');
    expect(await samlTold('mallory')).toContain('InvalidNameIDPolicy');
    expect(await casTold('mallory')).not.toContain('cfo@acme.example');
  });
});

test('a user of another organization at an application of the platform is named with it', async () => {
  const shared = { issuer: 'https://shared.example/metadata', acs: 'https://shared.example/acs' };
  await world.application('shared', {
    organization: 'built-in',
    samlServiceProviders: [{ entityId: shared.issuer, acsUrls: [shared.acs], nameIdFormat: 'unspecified' }],
  } as never);
  await add(world.root, 'user', {
    owner: 'acme',
    name: 'ada',
    displayName: 'Ada',
    email: 'root@built-in.example',
    password,
  });
  const browser = world.app.client();
  const { body } = await signInOn(browser, await pageFor(browser, to('shared', shared)), { username: 'ada' });
  const xml = xmlOf(formIn(String(body.data2)));
  expect(xml).toContain('>acme/ada</saml:NameID>');
  expect(attributesIn(xml)).toMatchObject({ Name: ['acme/ada'] });
  expect(attributesIn(xml)).not.toHaveProperty('Email');
});

test('attributes are those of the application: fields, roles, groups and fixed texts', async () => {
  await add(world.root, 'role', { owner: 'acme', name: 'buyer', displayName: 'Buyer', users: ['acme/alice'] });
  await add(world.root, 'role', {
    owner: 'acme',
    name: 'off',
    displayName: 'Off',
    users: ['acme/alice'],
    isEnabled: false,
  });
  await add(world.root, 'group', { owner: 'acme', name: 'europe', displayName: 'Europe' });
  await add(world.root, 'group', {
    owner: 'acme',
    name: 'berlin',
    displayName: 'Berlin',
    parentId: 'europe',
    users: ['acme/alice'],
  });
  const uri = 'urn:oid:1.3.6.1.4.1.5923.1.1.1.7';
  await world.change({
    samlAttributes: [
      {
        name: uri,
        source: 'fixed',
        value: 'a "fixed" <text>',
        nameFormat: 'uri',
        friendlyName: 'eduPersonEntitlement',
      },
      { name: 'roles', source: 'roles' },
      { name: 'groups', source: 'groups' },
      { name: 'org', source: 'owner' },
      { name: 'title', source: 'title' },
    ] as never,
  });
  const xml = xmlOf(await visit(world.app.client(), to()));
  expect(attributesIn(xml)).toEqual({
    [uri]: ['a "fixed" &lt;text&gt;'],
    roles: ['buyer'],
    groups: ['berlin', 'europe'],
    org: ['acme'],
  });
  expect(xml).toContain(
    'NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="eduPersonEntitlement"',
  );
  await world.change({ samlAttributes: [] });
});

test('S16 a service learns no role that is off, by SAML or by CAS', async () => {
  await add(world.root, 'user', {
    owner: 'acme',
    name: 'rolf',
    displayName: 'Rolf',
    email: 'rolf@acme.example',
    password,
  });
  for (const [name, isEnabled] of [
    ['reader', true],
    ['retired', false],
  ] as const)
    await add(world.root, 'role', { owner: 'acme', name, displayName: name, users: ['acme/rolf'], isEnabled });
  const text = await casTold('rolf');
  expect(text).toContain('<cas:memberOf>reader</cas:memberOf>');
  expect(text).not.toContain('retired');
  await world.change({ samlAttributes: [{ name: 'roles', source: 'roles' }] as never });
  expect(attributesIn(await samlTold('rolf'))).toEqual({ roles: ['reader'] });
  await world.change({ samlAttributes: [] });
});

describe('what users do not see of themselves, and what they have not agreed to,', () => {
  const sources = ['title', 'affiliation', 'roles', 'phone'];
  const samlAttributes = sources.map((source) => ({ name: source, source })) as never;

  test('S12 stays out of assertions', async () => {
    const { data: acme } = (await world.root.get('get-organization', { id: 'admin/acme' })).body;
    const change = (accountItems: unknown) =>
      world.root.post('update-organization', { accountItems }, { query: { id: 'admin/acme' } });
    await world.change({ samlAttributes });
    await add(world.root, 'user', {
      ...{ owner: 'acme', name: 'tess', displayName: 'Tess', email: 'tess@acme.example', password },
      ...{ title: 'Spy', affiliation: 'Secret Service' },
    });
    expect(attributesIn(await samlTold('tess'))).toEqual({ title: ['Spy'], affiliation: ['Secret Service'] });
    const hidden = ['Title', 'Email'];
    const items = acme.accountItems as { name: string }[];
    await change(
      items.map((item) => (hidden.includes(item.name) ? { ...item, viewRule: 'Admin', modifyRule: 'Admin' } : item)),
    );
    expect(await samlTold('tess')).toContain('InvalidNameIDPolicy');
    await world.serviceProvider({ nameIdFormat: 'persistent' });
    const own = await world.library({ identifierFormat: null });
    const browser = world.app.client();
    const xml = xmlOf(
      formIn(
        String(
          (
            await signInOn(browser, await pageFor(browser, await own.getAuthorizeUrlAsync('', undefined, {})), {
              username: 'tess',
            })
          ).body.data2,
        ),
      ),
    );
    expect(attributesIn(xml)).toEqual({ affiliation: ['Secret Service'] });
    await change(items);
    await world.serviceProvider({});
    await world.change({ samlAttributes: [] });
  });

  test('are asked for by the scopes of the attributes', async () => {
    const asks = async () => {
      const browser = world.app.client();
      const { body } = await signInOn(browser, await pageFor(browser, to()));
      return (body.data as { scopes: string[] }).scopes;
    };
    await world.change({ requireConsent: true });
    expect(await asks()).toEqual(['profile', 'email']);
    await world.change({ samlAttributes });
    expect(await asks()).toEqual(['profile', 'email', 'read', 'phone']);
    await world.change({ requireConsent: false, samlAttributes: [] });
  });
});
