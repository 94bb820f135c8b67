import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app.stop());

const stored = (name: string) => app.store('cert').find(app.db, 'admin', name);
const ec = { cryptoAlgorithm: 'ES256' } as const;
const expired = { name: 'expired', owner: 'admin', bitSize: 0, expireInYears: 1, now: new Date('2020-01-01') };

test.each([
  ['ES256', 0],
  ['EdDSA', 0],
  ['RS256', 2048],
])('a cert without a key gets a %s pair, and no answer contains its private key', async (cryptoAlgorithm, bitSize) => {
  const name = `made-${cryptoAlgorithm}`;
  const answer = await add(root, 'cert', { name, cryptoAlgorithm, bitSize });
  expect(answer.privateKey).toBe('***');
  const before = await stored(name);
  expect(new X509Certificate(String(before?.certificate)).subject).toContain(`CN=${name}`);
  const read = await root.get('get-cert', { id: `admin/${name}` });
  expect(read.text).not.toContain('PRIVATE KEY');
  await root.post('update-cert', { ...read.body.data, displayName: 'Named' }, { query: { id: `admin/${name}` } });
  expect(await stored(name)).toMatchObject({ privateKey: before?.privateKey, displayName: 'Named' });
});

test('a key pair made elsewhere is accepted if its halves belong together and fit the algorithm', async () => {
  await add(root, 'cert', { name: 'origin', ...ec });
  const origin = await stored('origin');
  const [certificate, privateKey] = [origin?.certificate, origin?.privateKey];
  await add(root, 'cert', { name: 'imported', ...ec, certificate, privateKey });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' });
  const wrong: [string, object][] = [
    ['privateKey', { ...ec, certificate, privateKey: other }],
    ['privateKey', { ...ec, certificate, privateKey: 'no key' }],
    ['privateKey', { ...ec, certificate }],
    ['certificate', { ...ec, certificate: 'no certificate', privateKey }],
    ['cryptoAlgorithm', { cryptoAlgorithm: 'EdDSA', certificate, privateKey }],
    ['certificate', { ...ec, ...(await generateCert({ ...ec, ...expired })) }],
  ];
  for (const [field, pair] of wrong) {
    const { body } = await root.post('add-cert', { name: 'bad', ...pair });
    expect(body, field).toMatchObject({ code: 'invalid', fields: [{ field }] });
  }
  expect(await stored('bad')).toBeUndefined();
});

test('S15 the built-in cert cannot be deleted or renamed, and a used cert cannot be deleted', async () => {
  expect((await root.post('delete-cert', { owner: 'admin', name: 'cert-built-in' })).body.code).toBe('built-in');
  await add(root, 'cert', { name: 'used', ...ec });
  await add(root, 'application', { name: 'uses', organization: 'built-in', cert: 'used' });
  expect((await root.post('delete-cert', { owner: 'admin', name: 'used' })).body).toMatchObject({
    code: 'in-use',
    data: [{ kind: 'application', count: 1, objects: [{ id: 'admin/uses' }] }],
  });
});

test('certificates are read before they are saved: their owners and ends, and nothing is stored or recorded', async () => {
  const { certificate } = await generateCert({ ...ec, ...expired, name: 'shown' });
  const read = async (text: string) => (await root.post('read-certificate', { certificate: text })).body;
  const facts = { subject: expect.stringContaining('CN='), issuer: expect.any(String), expireTime: expect.any(String) };
  const [first] = (await read(certificate)).data;
  expect(first).toEqual(facts);
  expect(first.expireTime).toMatch(/^202[01]-/);
  expect((await read(`${certificate}\n${certificate}`)).data).toHaveLength(2);
  // SAML metadata contains a certificate without its frame.
  expect((await read(certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''))).data).toEqual([first]);
  for (const text of ['no certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'])
    expect((await read(text)).data).toEqual([]);
  const { data } = (await root.get('get-records', { field: 'action', value: 'read-certificate' })).body;
  expect(data).toEqual([]);
});

test('17.9 an RSA key is refused if every signature would take a second', async () => {
  const { certificate } = await generateCert({ ...ec, ...expired });
  const part = (bytes: number) =>
    Buffer.concat([Buffer.of(0xff), randomBytes(bytes - 2), Buffer.of(1)]).toString('base64url');
  const halves = { p: part(1600), q: part(1600), dp: part(1600), dq: part(1600), qi: part(1600) };
  const key = { kty: 'RSA', e: 'AQAB', n: part(3200), d: part(3200), ...halves };
  const privateKey = createPrivateKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'pkcs8' });
  const { body } = await root.post('add-cert', { name: 'slow', cryptoAlgorithm: 'RS256', certificate, privateKey });
  expect(body.fields).toMatchObject([{ field: 'privateKey', message: 'must have at most 8192 bits' }]);
});
