import { X509Certificate } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add, password } from '../../harness/world.ts';
import { newKey } from '../../services/saml/idp/keys.ts';
import { createSamlWorld, pageFor, type SamlWorld, signInOn, visit, xmlOf } from './world.ts';
import { asked, redirectTo, writeRequest } from './write-request.ts';

let world: SamlWorld;
let other: TestApp;
let page = '';
beforeAll(async () => {
  world = await createSamlWorld();
  other = await startApp({ databaseUrl: world.app.databaseUrl, settings: { DOORWRIGHT_ORIGIN: world.app.url } });
  page = `${world.app.url}/login/saml/authorize/admin/shop`;
}, 120_000);
afterAll(async () => {
  await other?.stop();
  await world?.app.stop();
});

const to = () => redirectTo(page, writeRequest(asked(page)));

/** The elements that a signature is a child of. */
const signedIn = (xml: string) => {
  const found = new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS('*', 'Signature');
  return Array.from(found, ({ parentNode }) => (parentNode as Element | null)?.localName);
};

test.each([
  ['both', ['Response', 'Assertion']],
  ['response', ['Response']],
  ['assertion', ['Assertion']],
] as const)('a service provider that wants signatures of "%s" gets these and no other', async (signs, expected) => {
  await world.serviceProvider({ signs });
  const xml = xmlOf(await visit(world.app.client(), to()));
  expect(signedIn(xml).toSorted()).toEqual(expected.toSorted());
});

test('metadata are valid exactly as long as the certificate that signs', async () => {
  const xml = await world.metadata();
  const certificate = new X509Certificate(Buffer.from(await world.certificateOf('shop'), 'base64'));
  expect(/validUntil="([^"]+)"/.exec(xml)?.[1]).toBe(certificate.validToDate.toISOString());
});

test('a cert of RS512 signs responses and assertions with SHA-512, and others with SHA-256', async () => {
  const saml = () => world.library({ signatureAlgorithm: 'sha512' });
  const algorithms = async () => {
    const library = await saml();
    const form = await visit(world.app.client(), await library.getAuthorizeUrlAsync('', undefined, {}));
    expect((await library.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
    const found = xmlOf(form).matchAll(/<ds:(?:SignatureMethod|DigestMethod) Algorithm="[^"]*#([^"]*)"/g);
    return Array.from(found, ([, name]) => name);
  };
  await world.serviceProvider({ signs: 'both' });
  expect(await algorithms()).toEqual(['rsa-sha256', 'sha256', 'rsa-sha256', 'sha256']);
  await add(world.root, 'cert', { name: 'cert-long', cryptoAlgorithm: 'RS512' });
  await world.change({ cert: 'cert-long' });
  expect(await algorithms()).toEqual(['rsa-sha512', 'sha512', 'rsa-sha512', 'sha512']);
  await world.change({ cert: 'cert-built-in' });
});

test('an assertion is encrypted with AES-256-GCM and RSA-OAEP, for the certificate alone', async () => {
  const { certificate, privateKey } = world.key;
  await world.serviceProvider({ encryptionCertificate: certificate });
  const saml = await world.library({ decryptionPvk: privateKey });
  const form = await visit(world.app.client(), await saml.getAuthorizeUrlAsync('', undefined, {}));
  const xml = xmlOf(form);
  const algorithms = Array.from(xml.matchAll(/EncryptionMethod Algorithm="([^"]*)"/g), ([, name]) => name);
  expect(algorithms).toEqual([
    'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  ]);
  expect(xml).not.toContain('alice');
  const other = await world.library({ decryptionPvk: (await newKey()).privateKey });
  await expect(other.validatePostResponseAsync({ ...form })).rejects.toThrow();
  expect((await saml.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
  await world.serviceProvider({});
});

describe('a request gives one assertion', () => {
  test('S46 of a program too, whose second call is refused', async () => {
    const samlRequest = Buffer.from(writeRequest(asked(page))).toString('base64');
    const proof = { type: 'saml', application: 'shop', organization: 'acme', username: 'alice', password };
    expect((await world.app.client().post('login', { ...proof, samlRequest })).body.status).toBe('ok');
    const again = await world.app.client().post('login', { ...proof, samlRequest });
    expect(again.body).toMatchObject({ status: 'error', code: 'saml-request-unknown' });
  });

  test('S46 of two replicas that answer at one moment', async () => {
    const query = await pageFor(world.app.client(), to());
    const answers = await Promise.all([world.app, other, world.app, other].map((app) => signInOn(app.client(), query)));
    const codes = answers.map(({ body }) => (body.status === 'ok' ? 'ok' : body.code));
    expect(codes.toSorted()).toEqual(['ok', 'saml-request-unknown', 'saml-request-unknown', 'saml-request-unknown']);
  });
});

test('a program that owes a consent gets its response after it, from one request', async () => {
  await world.change({ requireConsent: true });
  const samlRequest = Buffer.from(writeRequest(asked(page))).toString('base64');
  const client = world.app.client();
  const proof = { type: 'saml', application: 'shop', samlRequest };
  const first = await client.post('login', { ...proof, organization: 'acme', username: 'alice', password });
  expect(first.body).toMatchObject({ status: 'error', code: 'consent-required' });
  expect(JSON.stringify(first.body)).not.toContain('SAMLResponse');
  const { body } = await client.post('login', { ...proof, consent: true });
  expect(body).toMatchObject({ status: 'ok', data2: 'https://sp.example/acs' });
  expect(Buffer.from(String(body.data), 'base64').toString()).toContain('status:Success');
  await world.change({ requireConsent: false });
});
