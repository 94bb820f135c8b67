import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { createSamlWorld, formIn, pageFor, type SamlWorld, signInOn, visit, xmlOf } from './world.ts';
import { asked, redirectTo, writeRequest } from './write-request.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
});
afterAll(() => world.app.stop());

const to = (name = 'shop') => {
  const page = `${world.app.url}/login/saml/authorize/admin/${name}`;
  return redirectTo(page, writeRequest(asked(page)));
};
const attributesIn = (xml: string) =>
  Object.fromEntries(
    [...xml.matchAll(/<saml:Attribute Name="([^"]*)"[^>]*>(.*?)<\/saml:Attribute>/g)].map(([, name, values = '']) => [
      name,
      [...values.matchAll(/<saml:AttributeValue[^>]*>([^<]*)</g)].map(([, value]) => value),
    ]),
  );

test('an email that strangers need not prove is told to nobody before it is proved', async () => {
  const signupItems = [
    { name: 'ID', visible: false, required: true, rule: 'Random' },
    { name: 'Email', visible: true, required: true, rule: 'No verification' },
  ];
  await world.application('open', { enableSignUp: true, signupItems } as never);
  expect(xmlOf(await visit(world.app.client(), to()))).toContain('InvalidNameIDPolicy');
  await world.serviceProvider({ nameIdFormat: 'unspecified' });
  expect(attributesIn(xmlOf(await visit(world.app.client(), to())))).not.toHaveProperty('Email');
  await world.app.db('users').where({ owner: 'acme', name: 'alice' }).update({ email_verified: true });
  expect(attributesIn(xmlOf(await visit(world.app.client(), to()))).Email).toEqual(['alice@acme.example']);
  await world.change({ enableSignUp: false }, 'open');
  await world.serviceProvider({});
});

test('a user of another organization at an application of the platform is named with it', async () => {
  await world.application('shared', {
    organization: 'built-in',
    samlServiceProviders: [
      { entityId: 'https://sp.example/metadata', acsUrls: ['https://sp.example/acs'], nameIdFormat: 'unspecified' },
    ],
  } as never);
  await add(world.root, 'user', {
    owner: 'acme',
    name: 'ada',
    displayName: 'Ada',
    email: 'root@built-in.example',
    password,
  });
  const browser = world.app.client();
  const { body } = await signInOn(browser, await pageFor(browser, to('shared')), { username: 'ada' });
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
