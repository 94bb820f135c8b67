import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pythonServiceProvider } from './python/service-provider.ts';
import { createSamlWorld, type SamlWorld, visit } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
  await pythonServiceProvider('');
}, 120_000);
afterAll(() => world?.app.stop());

describe('a service provider with python3-saml, set up by our metadata alone,', () => {
  test('signs a user in', async () => {
    const sp = await pythonServiceProvider(await world.metadata());
    const { address, id } = await sp.begin();
    const form = await visit(world.app.client(), address);
    expect(form.RelayState).toBe('https://sp.example/deep');
    expect(await sp.finish(form, id)).toMatchObject({
      errors: [],
      name: 'alice@acme.example',
      attributes: { Email: ['alice@acme.example'], DisplayName: ['Alice Liddell'], Name: ['alice'] },
      contexts: ['urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'],
    });
  });

  test('refuses the response to another request', async () => {
    const sp = await pythonServiceProvider(await world.metadata());
    const [one, other] = [await sp.begin(), await sp.begin()];
    const form = await visit(world.app.client(), one.address);
    expect((await sp.finish(form, other.id)).errors).toEqual(['invalid_response']);
  });

  test('signs its requests, and decrypts its assertions', async () => {
    const { certificate } = world.key;
    await world.serviceProvider({
      certificates: certificate,
      requireSignedRequests: true,
      encryptionCertificate: certificate,
    });
    const sp = await pythonServiceProvider(
      await world.metadata(),
      {
        authnRequestsSigned: true,
        wantAssertionsEncrypted: true,
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      },
      world.key,
    );
    const { address, id } = await sp.begin();
    const form = await visit(world.app.client(), address);
    expect(await sp.finish(form, id)).toMatchObject({ errors: [], name: 'alice@acme.example' });
    await world.serviceProvider({});
  });

  test.each([
    ['response', { wantAssertionsSigned: false }],
    ['assertion', { wantMessagesSigned: false }],
  ] as const)('takes a response whose %s alone is signed', async (signs, security) => {
    await world.serviceProvider({ signs });
    const sp = await pythonServiceProvider(await world.metadata(), security);
    const { address, id } = await sp.begin();
    expect(await sp.finish(await visit(world.app.client(), address), id)).toMatchObject({ errors: [] });
    await world.serviceProvider({});
  });

  test('reads names with signs of XML and control characters as they are', async () => {
    const sp = await pythonServiceProvider(await world.metadata());
    const names = [
      '<b>&amp;</b>',
      'a]]>b',
      `"'`,
      '--><!--',
      '\u{1f600} ünï',
      '&#x41;',
      '<!DOCTYPE x>',
      'a\tb',
      '{x}{y}',
    ];
    for (const displayName of names) {
      await world.root.post('update-user', { displayName }, { query: { id: 'acme/alice' } });
      const { address, id } = await sp.begin();
      const { errors, attributes } = await sp.finish(await visit(world.app.client(), address), id);
      expect({ errors, displayName: attributes.DisplayName }).toEqual({ errors: [], displayName: [displayName] });
    }
    await world.root.post('update-user', { displayName: 'Alice Liddell' }, { query: { id: 'acme/alice' } });
  });
});
