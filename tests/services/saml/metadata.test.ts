import { enqueue } from '@doorwright/api/core/jobs/enqueue.ts';
import { dueMetadata } from '@doorwright/api/features/saml-metadata/due.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SignedXml } from 'xml-crypto';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type Key, newKey } from './idp/keys.ts';
import { writeMetadata } from './idp/write-metadata.ts';
import { type SamlWorld, signInWithSaml, startSaml } from './world.ts';

let world: SamlWorld;
let own: Key;
let root: Client;
let ahead = 0;
const hour = 3_600_000;
beforeAll(async () => {
  world = await startSaml(() => new Date(Date.now() + ahead));
  own = await newKey();
  // A session does not last as long as this test pretends.
  const clientSecret = 'robot-4711-of-the-platform';
  await add(world.root, 'application', {
    ...{ name: 'robot', organization: 'built-in', cert: 'cert-built-in' },
    ...{ clientId: 'robot', clientSecret, apiAccess: 'administrator' },
  });
  root = world.app.client({ Authorization: `Basic ${btoa(`robot:${clientSecret}`)}` });
});
afterAll(() => world?.stop());

const described = () => ({
  entityId: world.idp.entityId,
  endpoint: world.idp.endpoint,
  certificates: [world.idp.key.base64],
});
const honest = () => writeMetadata(described());
beforeEach(() => {
  world.idp.metadata = honest;
});

const read = async (form: Record<string, unknown>) => (await root.post('read-saml-metadata', form)).body;
const provider = async (name: string) => (await root.get('get-provider', { id: `admin/${name}` })).body.data;
const pem = (key: Key) => key.certificate.trim();

/** Metadata signed over everything. */
function signed(xml: string, key: Key): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signer.addReference({
    xpath: '/*',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  });
  signer.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'prepend' } });
  return signer.getSignedXml();
}

describe('Metadata', () => {
  test('of a text give the fields of a provider, and nothing is stored', async () => {
    const certificates = [world.idp.key.base64, own.base64, own.base64];
    const text = writeMetadata({
      ...described(),
      certificates,
      wantsSigned: true,
      attributes: 'validUntil="2099-01-01T00:00:00Z"',
    });
    expect(await read({ metadata: text })).toMatchObject({
      status: 'ok',
      data: {
        issuerUrl: world.idp.entityId,
        endpoint: world.idp.endpoint,
        requestBinding: 'Redirect',
        idP: `${pem(world.idp.key)}\n${pem(own)}`,
        nameIdFormat: 'persistent',
        enableSignAuthnRequest: true,
      },
      data2: '2099-01-01T00:00:00.000Z',
    });
    expect((await read({ metadata: text, requestBinding: 'POST' })).data.requestBinding).toBe('POST');
  });

  test('of an address are read by the server', async () => {
    expect(await read({ metadataUrl: world.idp.metadataUrl })).toMatchObject({
      data: { endpoint: world.idp.endpoint },
    });
  });

  test('of a federation give the named identity provider', async () => {
    const group = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${honest()}${honest().replaceAll('idp.example', 'two.example').replace('_metadata', '_two')}</md:EntitiesDescriptor>`;
    expect((await read({ metadata: group })).msg).toContain('several identity providers');
    const issuerUrl = 'https://two.example/realms/acme';
    expect((await read({ metadata: group, issuerUrl })).data).toMatchObject({ issuerUrl });
    expect((await read({ metadata: group, issuerUrl: 'https://three.example' })).msg).toContain('do not describe');
  });
});

describe('S46 metadata are refused', () => {
  const doctype = '<!DOCTYPE r [<!ENTITY x "y">]>';
  const refused: Record<string, () => string> = {
    'that are no XML': () => 'hello',
    'of another kind': () => '<a/>',
    'with a document type': () => doctype + honest(),
    'that are too long': () => `${honest()}<!-- ${'x'.repeat(200_000)} -->`,
    'that are too deep': () => honest().replace('<md:IDP', `${'<a>'.repeat(40)}${'</a>'.repeat(40)}<md:IDP`),
    'without an identity provider': () => honest().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
    'without a certificate': () => writeMetadata({ ...described(), certificates: [] }),
    'with a certificate that is none': () => writeMetadata({ ...described(), certificates: ['AAAA'] }),
    'without a binding of ours': () => writeMetadata({ ...described(), bindings: ['SOAP'] }),
    'with a script as the address': () => writeMetadata({ ...described(), endpoint: 'javascript:alert(1)' }),
    'that have expired': () => writeMetadata({ ...described(), attributes: 'validUntil="2020-01-01T00:00:00Z"' }),
    'whose end is no time': () => writeMetadata({ ...described(), attributes: 'validUntil="soon"' }),
  };
  test.each(Object.entries(refused))('%s', async (_, write) => {
    expect(await read({ metadata: write() })).toMatchObject({
      status: 'error',
      code: expect.stringMatching(/^(saml-metadata-unreadable|invalid)$/),
    });
  });

  test('from an address in a private network, without TLS, or that leads elsewhere', async () => {
    expect((await read({ metadataUrl: 'https://10.1.2.3/metadata' })).code).toBe('egress-refused');
    expect((await read({ metadataUrl: 'http://idp.example/metadata' })).msg).toContain('https');
    expect((await read({ metadataUrl: `${world.idp.entityId}/elsewhere` })).msg).toContain('answered 404');
  });

  test('without the signature of the certificate, if the provider has one', async () => {
    const metadataCert = own.certificate;
    const good = signed(honest(), own);
    expect(await read({ metadata: good, metadataCert })).toMatchObject({ data: { endpoint: world.idp.endpoint } });
    expect((await read({ metadata: honest(), metadataCert })).msg).toContain('not signed');
    expect((await read({ metadata: signed(honest(), world.idp.key), metadataCert })).code).toBe(
      'saml-metadata-unreadable',
    );
    const changed = good.replace('protocol/saml"', 'protocol/evil"');
    expect((await read({ metadata: changed, metadataCert })).code).toBe('saml-metadata-unreadable');
  });

  test('from somebody who may not change providers', async () => {
    const alice = await world.app.signedIn('acme', 'alice', password);
    expect((await alice.post('read-saml-metadata', { metadata: honest() })).body.code).toBe('unauthorized');
  });
});

describe('A provider with metadata', () => {
  const stateOf = async (name: string) => (await provider(name)).metadataState;
  const readAgain = async (name: string, wanted: Record<string, unknown>) => {
    await enqueue(world.app.db, dueMetadata, {});
    await expect.poll(() => stateOf(name)).toMatchObject(wanted);
  };

  // The retry of a test has a new server.
  beforeAll(async () => {
    world.idp.metadata = honest;
    const { metadataUrl } = world.idp;
    await add(root, 'provider', { name: 'by-address', category: 'SAML', type: 'Keycloak', metadataUrl });
    await vi.waitFor(async () => expect((await stateOf('by-address'))?.readTime).toMatch(/./), 20_000);
  });

  test('needs only their address, and signs users in', async () => {
    expect(await provider('by-address')).toMatchObject({
      issuerUrl: world.idp.entityId,
      endpoint: world.idp.endpoint,
      idP: pem(world.idp.key),
      metadataState: { problem: '', differing: [], validUntil: '' },
    });
    const providers = [{ name: 'by-address' }, { name: 'corp' }];
    await world.root.post('update-application', { providers }, { query: { id: 'admin/shop' } });
    world.idp.user.attributes = { uid: 'newcomer' };
    const { body } = await signInWithSaml(world, undefined, { provider: 'by-address' });
    expect(body).toMatchObject({ status: 'ok' });
  });

  test('follows a new certificate when they are due, and tells it in a record', async () => {
    const { nextTime, readTime } = await stateOf('by-address');
    expect(Date.parse(nextTime) - Date.parse(readTime)).toBe(6 * hour);
    world.idp.metadata = () =>
      writeMetadata({
        ...described(),
        certificates: [world.idp.key.base64, own.base64],
        attributes: 'cacheDuration="PT1H"',
      });
    ahead = 7 * hour;
    await readAgain('by-address', { readTime: expect.stringMatching(/./), problem: '' });
    await expect.poll(async () => (await provider('by-address')).idP).toBe(`${pem(world.idp.key)}\n${pem(own)}`);
    const again = await stateOf('by-address');
    expect(Date.parse(again.nextTime) - Date.parse(again.readTime)).toBe(hour);
    const [last] = await world.app
      .db('records')
      .where({ action: 'read-saml-metadata' })
      .orderBy('created_time', 'desc');
    expect(last).toMatchObject({ object: 'provider admin/by-address', outcome: 'ok' });
  });

  test('keeps everything after a failure, and tells it', async () => {
    const before = await provider('by-address');
    world.idp.metadata = () => '<a>';
    ahead += 2 * hour;
    await readAgain('by-address', { problem: expect.stringMatching(/^(?!saml-).*the XML/) });
    const { idP, endpoint, metadataState } = await provider('by-address');
    expect({ idP, endpoint }).toEqual({ idP: before.idP, endpoint: before.endpoint });
    expect(metadataState.readTime).toBe(before.metadataState.readTime);
    const [last] = await world.app
      .db('records')
      .where({ action: 'read-saml-metadata' })
      .orderBy('created_time', 'desc');
    expect(last).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('the XML') });
    world.idp.metadata = honest;
    ahead += 2 * hour;
    await readAgain('by-address', { problem: '' });
  });

  test('S44 never takes the metadata of another identity provider at its address', async () => {
    world.idp.metadata = () => honest().replace(/entityID="[^"]*"/, 'entityID="https://evil.example"');
    ahead += 7 * hour;
    await readAgain('by-address', { problem: expect.stringContaining('do not describe') });
    expect((await provider('by-address')).issuerUrl).toBe(world.idp.entityId);
  });

  test('keeps a value that somebody chose, and says that it differs', async () => {
    world.idp.metadata = honest;
    await root.post('update-provider', { nameIdFormat: 'emailAddress' }, { query: { id: 'admin/by-address' } });
    ahead += 7 * hour;
    await readAgain('by-address', { problem: '', differing: ['nameIdFormat'] });
    expect((await provider('by-address')).nameIdFormat).toBe('emailAddress');
  });

  test('needs no change where a certificate is only written in another way', async () => {
    const idP = world.idp.key.base64;
    await root.post('update-provider', { idP, nameIdFormat: 'persistent' }, { query: { id: 'admin/by-address' } });
    ahead += 7 * hour;
    await readAgain('by-address', { problem: '', differing: [] });
    expect((await provider('by-address')).idP).toBe(idP);
  });

  test('takes new ones as a text, also of another identity provider, and forgets them with the text', async () => {
    await add(root, 'provider', { name: 'by-text', category: 'SAML', type: 'SAML', metadata: honest() });
    await expect.poll(async () => (await provider('by-text')).issuerUrl).toBe(world.idp.entityId);
    const moved = honest().replaceAll('idp.example', 'new.example');
    await root.post('update-provider', { metadata: moved }, { query: { id: 'admin/by-text' } });
    await expect.poll(async () => (await provider('by-text')).endpoint).toContain('new.example');
    await root.post('update-provider', { metadata: '' }, { query: { id: 'admin/by-text' } });
    await expect.poll(() => world.app.db('metadata_refreshes').where({ provider: 'by-text' })).toEqual([]);
    expect(await stateOf('by-text')).toBeNull();
  });
});
