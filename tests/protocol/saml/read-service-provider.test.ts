import { samlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import {
  createSamlWorld,
  entityId,
  follow,
  formIn,
  pageFor,
  registered,
  type SamlWorld,
  signInOn,
  visit,
} from './world.ts';
import { asked, redirectTo, writeRequest } from './write-request.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
});
afterAll(() => world.app.stop());

const read = async (metadata: string, client = world.root) =>
  (await client.post('read-saml-service-provider', { metadata })).body;

const head = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://other.example"';
const role = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"';
const acs = (location: string, more: string) =>
  `<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${location}" ${more}/>`;

describe('the metadata of a service provider', () => {
  test('of node-saml fill an entry that works as it is', async () => {
    const { certificate, privateKey } = world.key;
    const library = await world.library({
      ...{ privateKey, signatureAlgorithm: 'sha256', decryptionPvk: privateKey },
      logoutCallbackUrl: 'https://sp.example/slo',
    });
    const { status, data } = await read(library.generateServiceProviderMetadata(certificate, certificate));
    expect(status).toBe('ok');
    expect(data).toMatchObject({
      entityId: 'https://sp.example/metadata',
      acsUrls: ['https://sp.example/acs'],
      requireSignedRequests: true,
      sloUrl: 'https://sp.example/slo',
      sloBinding: 'POST',
      nameIdFormat: 'emailAddress',
    });
    expect(data.certificates).toContain('BEGIN CERTIFICATE');
    expect(data.encryptionCertificate).toContain('BEGIN CERTIFICATE');
    await world.serviceProvider(data);
    const browser = world.app.client();
    const query = await pageFor(browser, await library.getAuthorizeUrlAsync('', undefined, {}));
    const form = formIn(String((await signInOn(browser, query)).body.data2));
    expect((await library.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
  });

  test('name their addresses by indexes with gaps, which requests then use, and a default', async () => {
    const { data } = await read(
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}"><md:SPSSODescriptor ${role}>${[
        acs('https://sp.example/zero', 'index="0" isDefault="false"'),
        acs('https://sp.example/seven', 'index="7" isDefault="true"'),
        acs('https://sp.example/three', 'index="3"'),
        acs('https://sp.example/again', 'index="3"'),
        acs('https://sp.example/odd', 'index="-1"'),
      ].join('')}</md:SPSSODescriptor></md:EntityDescriptor>`,
    );
    const [zero, three, seven, again] = ['zero', 'three', 'seven', 'again'].map((name) => `https://sp.example/${name}`);
    expect(data.acsUrls).toEqual([seven, zero, three, again, 'https://sp.example/odd']);
    expect(data.acsIndexes).toEqual([
      { index: 0, url: zero },
      { index: 3, url: three },
      { index: 7, url: seven },
    ]);
    await world.serviceProvider(data);
    const page = `${world.app.url}/login/saml/authorize/admin/shop`;
    const to = (attributes: string) => redirectTo(page, writeRequest(asked(page, { acs: '', attributes })));
    const indexed = (index: number) => to(` AssertionConsumerServiceIndex="${index}"`);
    for (const [index, url] of Object.entries({ 0: zero, 3: three, 7: seven }))
      expect((await visit(world.app.client(), indexed(Number(index)))).action).toBe(url);
    expect((await visit(world.app.client(), to(''))).action).toBe(seven);
    // A place is no index.
    const refused = await follow(world.app.client(), indexed(1));
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('the index 1') });
  });

  test.each([
    ['the first one that does not deny it', ['index="1" isDefault="false"', 'index="9"', 'index="2"'], 1],
    ['the first one, if all deny it', ['index="5" isDefault="0"', 'index="2" isDefault="false"'], 0],
  ])('have a default without saying so: %s', async (_which, services, place) => {
    const { data } = await read(
      `<md:EntityDescriptor ${head}><md:SPSSODescriptor ${role}>${services
        .map((more, at) => acs(`https://sp.example/${at}`, more))
        .join('')}</md:SPSSODescriptor></md:EntityDescriptor>`,
    );
    expect(data.acsUrls[0]).toBe(`https://sp.example/${place}`);
  });

  test('name the default address first', async () => {
    const { data } = await read(
      `<md:EntityDescriptor ${head}><md:SPSSODescriptor ${role}>${acs('https://a.example', 'index="1"')}${acs('https://b.example', 'index="2" isDefault="true"')}</md:SPSSODescriptor></md:EntityDescriptor>`,
    );
    expect(data).toMatchObject({ acsUrls: ['https://b.example', 'https://a.example'], certificates: '', sloUrl: '' });
  });

  test.each([
    [
      'an identity provider alone',
      `<md:EntityDescriptor ${head}><md:IDPSSODescriptor ${role}/></md:EntityDescriptor>`,
      'no service provider',
    ],
    ['no address', `<md:EntityDescriptor ${head}><md:SPSSODescriptor ${role}/></md:EntityDescriptor>`, 'no address'],
    [
      'a script as an address',
      `<md:EntityDescriptor ${head}><md:SPSSODescriptor ${role}>${acs('javascript:alert(1)', 'index="0"')}</md:SPSSODescriptor></md:EntityDescriptor>`,
      'no address',
    ],
    ['a document type', `<!DOCTYPE x><md:EntityDescriptor ${head}/>`, 'document type'],
    ['nothing', '', 'malformed'],
  ])('S46 with %s are refused', async (_name, metadata, reason) => {
    const { code, msg } = await read(metadata);
    expect(code).toBe('saml-metadata-unreadable');
    expect(msg).toContain(reason);
  });

  test('S48 are not fetched from a private address, and not for users', async () => {
    const { body } = await world.root.post('read-saml-service-provider', { metadataUrl: 'https://127.0.0.1/metadata' });
    expect(body.code).toBe('egress-refused');
    await add(world.root, 'user', { owner: 'acme', name: 'eve', displayName: 'Eve', password });
    const eve = await world.app.signedIn('acme', 'eve', password);
    expect((await read('<x/>', eve)).code).toBe('unauthorized');
  });
});

test('a service provider that an earlier version stored has indexes that count from 0', async () => {
  const urls = ['https://sp.example/acs', 'https://sp.example/second'];
  const stored = { ...samlServiceProvider.parse({ ...registered(), acsUrls: urls }), acsIndexes: undefined };
  await world.app
    .db('applications')
    .where({ name: 'shop' })
    .update({ saml_service_providers: JSON.stringify([stored]) });
  // Another change keeps the entry as it is.
  await world.change({ description: 'As before' });
  const page = `${world.app.url}/login/saml/authorize/admin/shop`;
  const own = { acs: '', attributes: ' AssertionConsumerServiceIndex="1"' };
  expect((await visit(world.app.client(), redirectTo(page, writeRequest(asked(page, own))))).action).toBe(urls[1]);
  await world.serviceProvider({});
});

test('a certificate of a service provider must be one with an RSA key', async () => {
  const changes = {
    samlServiceProviders: [{ entityId: 'https://x.example', acsUrls: ['https://x.example'], certificates: 'nothing' }],
  };
  const { body } = await world.root.post('update-application', changes, { query: { id: 'admin/shop' } });
  expect(body.fields).toMatchObject([{ field: 'samlServiceProviders[0].certificates' }]);
});

test.each([
  ['no address', { acsUrls: [] }, 'acsUrls'],
  ['an address of another machine without TLS', { acsUrls: ['http://x.example'] }, 'acsUrls[0]'],
  ['a script as an address', { acsUrls: ['javascript:alert(1)'] }, 'acsUrls[0]'],
  ['a fragment', { acsUrls: ['https://x.example/#a'] }, 'acsUrls[0]'],
  [
    'an index of an address that is not registered (S46)',
    { acsIndexes: [{ index: 3, url: 'https://evil.example' }] },
    'acsIndexes[0].url',
  ],
  [
    'one index for two addresses',
    { acsIndexes: [3, 3].map((index) => ({ index, url: 'https://x.example' })) },
    'acsIndexes',
  ],
  [
    'an index beyond those of SAML',
    { acsIndexes: [{ index: 65_536, url: 'https://x.example' }] },
    'acsIndexes[0].index',
  ],
  ['an index without a number', { acsIndexes: [{ url: 'https://x.example' }] }, 'acsIndexes[0].index'],
  ['no entity id', { entityId: ' ' }, 'entityId'],
  ['signed requests and no certificate', { requireSignedRequests: true }, 'certificates'],
])('a service provider with %s is not stored', async (_name, own, field) => {
  const entry = { entityId: 'https://x.example', acsUrls: ['https://x.example'], ...own };
  const { body } = await world.root.post(
    'update-application',
    { samlServiceProviders: [entry] },
    { query: { id: 'admin/shop' } },
  );
  expect(body.fields).toMatchObject([{ field: `samlServiceProviders[0].${field}` }]);
});
