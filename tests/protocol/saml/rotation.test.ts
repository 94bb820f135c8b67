import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { newKey } from '../../services/saml/idp/keys.ts';
import { createSamlWorld, formIn, pageFor, type SamlWorld, signInOn } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
  await add(world.root, 'cert', { name: 'cert-saml', ...(await pair()) });
  await world.change({ cert: 'cert-saml' });
});
afterAll(() => world.app.stop());

const pair = async () => {
  const { certificate, privateKey } = await newKey();
  return { certificate, privateKey };
};
const certificatesIn = (xml: string) =>
  [...xml.matchAll(/<ds:X509Certificate>([^<]+)/g)].map(([, base64 = '']) => base64);

/** A published key waits for its turn, as the operator puts it there. */
async function publish(kid: string) {
  const key = await pair();
  await world.app.store('cert-key').insert(world.app.db, {
    ...{ owner: 'admin', name: kid, cert: 'cert-saml', createdTime: new Date().toISOString(), version: 1 },
    ...{ cryptoAlgorithm: 'RS256', state: 'published', notAfter: '', ...key },
  });
  return key;
}

test('a key changes without a pause for a service provider that reads our metadata', async () => {
  const [before = ''] = certificatesIn(await world.metadata());
  const next = await publish('cert-saml-next');
  const both = certificatesIn(await world.metadata());
  expect(both).toHaveLength(2);
  expect(both[0]).toBe(before);

  // The service provider knows both keys before the new one signs.
  const saml = await world.library({ idpCert: both });
  const signIn = async () => {
    const browser = world.app.client();
    const query = await pageFor(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
    return { browser, query };
  };
  const under = await signIn();
  const { body } = await world.root.post('update-cert', next, { query: { id: 'admin/cert-saml' } });
  expect(body.status).toBe('ok');
  for (const { browser, query } of [under, await signIn()]) {
    const form = formIn(String((await signInOn(browser, query)).body.data2));
    expect((await saml.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
  }
  const after = certificatesIn(await world.metadata());
  expect(after[0]).toBe(both[1]);
  expect(after).toContain(before);
});

test('metadata say how long they are valid, and when to read them again', async () => {
  const xml = await world.metadata();
  expect(xml).toMatch(/validUntil="\d{4}-/);
  expect(xml).toContain('cacheDuration="PT6H"');
});

test('a cert without an RSA key is refused with a reason', async () => {
  await add(world.root, 'cert', { name: 'cert-ed', cryptoAlgorithm: 'EdDSA' });
  await world.change({ cert: 'cert-ed' });
  expect((await world.root.get('saml/metadata', { application: 'admin/shop' })).body.code).toBe('saml-key-unfit');
  await world.change({ cert: 'cert-saml' });
});

test('the name of the issuer is that of the application, or that of the installation', async () => {
  expect(await world.metadata()).toContain(`entityID="${world.app.url}/api/saml/metadata?application=admin%2Fshop"`);
  await world.change({ samlIssuer: 'installation' });
  expect(await world.metadata()).toContain(`entityID="${world.app.url}"`);
  await world.change({ samlIssuer: 'application' });
});
