import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acs, createSamlWorld, entityId, follow, formIn, pageFor, type SamlWorld, visit, xmlOf } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await createSamlWorld();
});
afterAll(() => world.app.stop());

describe('a service provider with @node-saml/node-saml', () => {
  test('signs a user in, and gets its RelayState back', async () => {
    const saml = await world.library();
    const form = await visit(world.app.client(), await saml.getAuthorizeUrlAsync('a & <state>', undefined, {}));
    expect(form).toMatchObject({ action: acs, RelayState: 'a & <state>' });
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: form.SAMLResponse });
    expect(profile).toMatchObject({
      nameID: 'alice@acme.example',
      nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: { Email: 'alice@acme.example', DisplayName: 'Alice Liddell', Name: 'alice' },
    });
    expect(xmlOf(form)).toContain('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(xmlOf(form)).not.toMatch(/sha1/);
  });

  test('signs requests, by an address and by a form', async () => {
    await world.serviceProvider({ certificates: world.key.certificate, requireSignedRequests: true });
    const saml = await world.library({ privateKey: world.key.privateKey, signatureAlgorithm: 'sha256' });
    const form = await visit(world.app.client(), await saml.getAuthorizeUrlAsync('s', undefined, {}));
    expect((await saml.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');

    const { SAMLRequest } = await saml.getAuthorizeMessageAsync('s', undefined, {});
    expect(SAMLRequest).toBeTruthy();
    await world.serviceProvider({});
  });

  test('gets an encrypted assertion for its certificate', async () => {
    await world.serviceProvider({ encryptionCertificate: world.key.certificate });
    const saml = await world.library({ decryptionPvk: world.key.privateKey });
    const form = await visit(world.app.client(), await saml.getAuthorizeUrlAsync('', undefined, {}));
    expect(xmlOf(form)).not.toContain('alice');
    expect((await saml.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
    await world.serviceProvider({});
  });
});

test('a user with a session of the organization gets a response without a page', async () => {
  await world.change({ enableSigninSession: true });
  const saml = await world.library();
  const browser = world.app.client();
  await visit(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  const { status, text } = await follow(browser, await saml.getAuthorizeUrlAsync('again', undefined, {}));
  expect(status).toBe(200);
  const form = formIn(text);
  expect((await saml.validatePostResponseAsync({ ...form })).profile?.nameID).toBe('alice@acme.example');
  expect(form.RelayState).toBe('again');
  await world.change({ enableSigninSession: false });
});

test('a request works once', async () => {
  const saml = await world.library();
  const browser = world.app.client();
  const address = await saml.getAuthorizeUrlAsync('', undefined, {});
  await visit(browser, address);
  await expect(visit(browser, address)).rejects.toThrow('This sign-in is over');
});

test('the page of a request shows the application', async () => {
  const saml = await world.library();
  const browser = world.app.client();
  const { saml: sealed = '' } = await pageFor(browser, await saml.getAuthorizeUrlAsync('', undefined, {}));
  const { body } = await browser.get('get-app-login', { saml: sealed });
  expect(body).toMatchObject({ status: 'ok', data: { name: 'shop' } });
  expect(body.data).not.toHaveProperty('samlServiceProviders', expect.arrayContaining([expect.anything()]));
  expect(entityId).toBeTruthy();
});
