import { down, up } from '@doorwright/api/db/migrations/20261128163408_held_names_saml_keys.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { newKey } from '../../services/saml/idp/keys.ts';
import { createSamlWorld, formIn, pageFor, type SamlWorld, signInOn } from './world.ts';

let world: SamlWorld;
let adam: Client;
beforeAll(async () => {
  world = await createSamlWorld();
  await add(world.root, 'user', { owner: 'acme', name: 'adam', isAdmin: true, password });
  adam = await world.app.signedIn('acme', 'adam', password);
  // As an earlier version left it.
  const { certificate, privateKey } = await newKey();
  await add(world.root, 'cert', { name: 'cert-saml', certificate, privateKey });
  await world.change({ cert: 'cert-saml' });
  await world.app.store('saml-key').insert(world.app.db, {
    ...{ owner: 'admin', name: 'acme', createdTime: new Date().toISOString(), version: 1 },
    ...{ organization: 'acme', state: 'shared', certificate: '', privateKey: '', notAfter: '' },
  });
});
afterAll(() => world.app.stop());

const acme = { owner: 'admin', name: 'acme' };
const certificatesIn = (xml: string) =>
  [...xml.matchAll(/<ds:X509Certificate>([^<]+)/g)].map(([, base64 = '']) => base64);
const bodyOf = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '');
const step = async (route: string, own: object = {}): Promise<string[]> => {
  const { body } = await adam.post(route, { ...acme, ...own });
  expect(body).toMatchObject({ status: 'ok' });
  return body.data.map(({ state }: { state: string }) => state);
};
const told = async (client: Client) =>
  (await client.get('get-notifications')).body.data.filter(({ code }: { code: string }) => code.startsWith('samlKey'));

/** A sign-in whose request is there before the key changes. */
async function signIn(saml: Awaited<ReturnType<SamlWorld['library']>>) {
  const browser = world.app.client();
  const query = await pageFor(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  return async () => {
    const form = formIn(String((await signInOn(browser, query)).body.data2));
    expect((await saml.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
  };
}

test('35.1 an organization of an earlier version keeps its cert until it rotates, without a pause for a service provider that reads our metadata', async () => {
  const [before = '', ...none] = certificatesIn(await world.metadata());
  expect(none).toEqual([]);
  const { data: cert } = (await world.root.get('get-cert', { id: 'admin/cert-saml' })).body;
  expect(bodyOf(cert.certificate)).toBe(before);
  for (const client of [adam, world.root])
    expect(await told(client)).toMatchObject([
      { code: 'samlKeyShared', params: { name: 'acme' }, subject: { kind: 'organization', name: 'acme' } },
    ]);

  expect(await step('add-saml-key')).toEqual(['shared', 'published']);
  expect(await step('add-saml-key')).toEqual(['shared', 'published']);
  const both = certificatesIn(await world.metadata());
  expect(both).toHaveLength(2);
  expect(both[0]).toBe(before);
  const saml = await world.library({ idpCert: both });
  await (await signIn(saml))();
  const underWay = await signIn(saml);
  expect(await step('use-saml-key')).toEqual(['signing']);
  await underWay();
  await (await signIn(saml))();
  expect(certificatesIn(await world.metadata())).toEqual([both[1]]);
  expect(await told(adam)).toEqual([]);
  // The cert of the application signs no SAML any more.
  const alone = await world.library({ idpCert: before });
  await expect((await signIn(alone))()).rejects.toThrow(/signature/i);
});

test('35.1 a key of an organization rotates: the next one is published, then it signs, and the former one can be removed', async () => {
  const [former = ''] = certificatesIn(await world.metadata());
  expect(await step('add-saml-key')).toEqual(['signing', 'published']);
  const [, next = ''] = certificatesIn(await world.metadata());
  expect(await step('use-saml-key')).toEqual(['signing', 'retired']);
  expect(certificatesIn(await world.metadata())).toEqual([next, former]);
  expect((await adam.post('use-saml-key', acme)).body.code).toBe('not-found');
  expect(await step('delete-saml-key', { state: 'retired' })).toEqual(['signing']);
  expect(certificatesIn(await world.metadata())).toEqual([next]);
  const { data } = (await adam.get('get-records')).body;
  expect(data.filter(({ action }: { action: string }) => /saml-key/.test(action)).length).toBeGreaterThan(5);
});

test('metadata say how long they are valid, and when to read them again', async () => {
  const xml = await world.metadata();
  expect(xml).toMatch(/validUntil="\d{4}-/);
  expect(xml).toContain('cacheDuration="PT6H"');
});

test('the name of the issuer is that of the application, or that of the installation', async () => {
  expect(await world.metadata()).toContain(`entityID="${world.app.url}/api/saml/metadata?application=admin%2Fshop"`);
  await world.change({ samlIssuer: 'installation' });
  expect(await world.metadata()).toContain(`entityID="${world.app.url}"`);
  await world.change({ samlIssuer: 'application' });
});

test('35.1 after an update from an earlier version, applications have their names, and their organization its cert', async () => {
  const { db } = world.app;
  await world.application('cas-shop', { casServices: ['https://cas.example/*'] });
  const names = async () =>
    (await db('held_names').orderBy('name')).map(({ name, organization }) => ({ name, organization }));
  const held = await names();
  await down(db);
  await up(db);
  expect(await names()).toEqual(held);
  expect(held).toHaveLength(4);
  expect((await adam.get('get-saml-keys', { id: 'admin/acme' })).body.data).toMatchObject([{ state: 'shared' }]);
});
