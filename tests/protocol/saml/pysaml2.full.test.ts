import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pysaml2Provider } from './python/pysaml2-provider.ts';
import { createSamlWorld, type SamlWorld, visit, xmlOf } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
  await world.change({ enableSigninSession: true });
  await pysaml2Provider('');
}, 120_000);
afterAll(() => world?.app.stop());

const alice = {
  name: 'alice@acme.example',
  contexts: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
};

describe('a service provider with pysaml2, set up by our metadata alone,', () => {
  test('signs a user in', async () => {
    const sp = await pysaml2Provider(await world.metadata());
    const { address, id } = await sp.begin();
    const form = await visit(world.app.client(), address);
    expect(form.RelayState).toBe('deep');
    expect(await sp.finish(form, id)).toMatchObject(alice);
  });

  test('reads attributes under the names of its map, and all of them if it may', async () => {
    const displayName = 'urn:oid:2.16.840.1.113730.3.1.241';
    await world.change({
      samlAttributes: [{ name: displayName, source: 'displayName', nameFormat: 'uri', friendlyName: '', value: '' }],
    });
    const metadata = await world.metadata();
    const attributes = async (allowUnknown?: boolean) => {
      const sp = await pysaml2Provider(metadata);
      const { address, id } = await sp.begin();
      return (await sp.finish(await visit(world.app.client(), address), id, allowUnknown)).attributes;
    };
    expect(await attributes()).toEqual({ displayName: ['Alice Liddell'] });
    await world.change({ samlAttributes: [] });
    expect(await attributes(true)).toMatchObject({ DisplayName: ['Alice Liddell'] });
  });

  test('refuses the response to another request, and a changed one', async () => {
    const sp = await pysaml2Provider(await world.metadata());
    const [one, other] = [await sp.begin(), await sp.begin()];
    const form = await visit(world.app.client(), one.address);
    expect(await sp.finish(form, other.id)).toEqual({ error: 'UnsolicitedResponse' });
    const changed = xmlOf(form).replaceAll('alice@acme.example', 'admin@acme.example');
    const forged = { ...form, SAMLResponse: Buffer.from(changed).toString('base64') };
    expect(await sp.finish(forged, one.id)).toEqual({ error: 'SignatureError' });
    expect(await sp.finish(form, one.id)).toMatchObject(alice);
  });

  test.each(['response', 'assertion'] as const)('takes a response whose %s alone is signed', async (signs) => {
    await world.serviceProvider({ signs });
    const isResponse = signs === 'response';
    const sp = await pysaml2Provider(await world.metadata(), {
      ...{ want_response_signed: isResponse, want_assertions_signed: !isResponse },
    });
    const { address, id } = await sp.begin();
    expect(await sp.finish(await visit(world.app.client(), address), id)).toMatchObject(alice);
    await world.serviceProvider({});
  });

  test('signs its requests, and decrypts its assertions', async () => {
    const { certificate } = world.key;
    await world.serviceProvider({
      ...{ certificates: certificate, requireSignedRequests: true, encryptionCertificate: certificate },
    });
    const sp = await pysaml2Provider(await world.metadata(), { authn_requests_signed: true }, world.key);
    const { address, id } = await sp.begin({ sigalg: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' });
    const form = await visit(world.app.client(), address);
    expect(xmlOf(form)).toContain('EncryptedAssertion');
    expect(await sp.finish(form, id)).toMatchObject(alice);
    await world.serviceProvider({});
  });

  test('ends the session', async () => {
    const { certificate } = world.key;
    await world.serviceProvider({ certificates: certificate, sloUrl: 'https://sp.example/slo' });
    const sp = await pysaml2Provider(await world.metadata(), {}, world.key);
    const { address, id } = await sp.begin();
    const browser = world.app.client();
    const { session } = await sp.finish(await visit(browser, address), id);
    expect((await browser.get('get-account')).body.status).toBe('ok');
    const away = await sp.leave({
      ...{ name: alice.name, session, format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress' },
      algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    });
    const { pathname, search } = new URL(away.address);
    const answer = await browser.get(pathname + search);
    expect(answer.headers.get('location')).toContain('https://sp.example/slo?SAMLResponse=');
    expect((await browser.get('get-account')).body.status).toBe('error');
    await world.serviceProvider({});
  });
});
