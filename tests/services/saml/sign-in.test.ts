import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { browserAt, login } from '../world.ts';
import { sign, writeResponse } from './idp/write-response.ts';
import { begin, comeBackFrom, type SamlWorld, signInWithSaml, startSaml } from './world.ts';

let world: SamlWorld;
beforeAll(async () => {
  world = await startSaml();
});
afterAll(() => world?.stop());

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
let people = 0;
beforeEach(async () => {
  const { idp, other } = world;
  other.respond = (request) => sign(writeResponse(other.told(request)), { key: other.key });
  idp.wantsSigned = false;
  idp.denies = '';
  idp.respond = (request) => sign(writeResponse(idp.told(request)), { key: idp.key });
  idp.user = {
    nameId: `G-${++people}`,
    format: persistent,
    attributes: { uid: `nora${people}`, displayName: 'Nora Helmer', mail: `nora${people}@post.example` },
  };
  await world.change({ enableSignAuthnRequest: false, requestBinding: 'Redirect', userMapping: [], nameIdFormat: '' });
});

test('A stranger signs up with what an assertion tells of them, and signs in again', async () => {
  const { body } = await signInWithSaml(world);
  expect(body).toMatchObject({ status: 'ok', data: `acme/nora${people}` });
  expect(await world.user(`nora${people}`)).toMatchObject({
    displayName: 'Nora Helmer',
    // No attribute of SAML says that an address is proved.
    email: '',
    saml: `G-${people}`,
    properties: { oauth_SAML_id: `G-${people}`, oauth_SAML_issuer: world.idp.entityId },
  });
  expect((await signInWithSaml(world)).body.data).toBe(`acme/nora${people}`);
});

test('A mapped attribute proves an address', async () => {
  world.idp.user.attributes.verified = 'true';
  await world.change({ userMapping: [{ field: 'emailVerified', claim: 'verified' }] });
  await signInWithSaml(world);
  expect(await world.user(`nora${people}`)).toMatchObject({
    email: `nora${people}@post.example`,
    emailVerified: true,
  });
});

test('A user links an account, signs in with it, and unlinks it', async () => {
  const alice = await world.app.signedIn('acme', 'alice', password);
  const { address } = await begin(alice, { purpose: 'link' });
  expect((await alice.post('link', { ...(await comeBackFrom(world, address)) })).body.status).toBe('ok');
  expect((await signInWithSaml(world)).body.data).toBe('acme/alice');
  expect((await alice.post('unlink', { providerType: 'SAML' })).body.status).toBe('ok');
  expect((await world.user('alice')).saml).toBe('');
});

test('S30 35.7 a link belongs to its provider: not to its issuer alone, and also under a new name of the provider', async () => {
  const { idp, other, root } = world;
  const name = `nora${people}`;
  expect((await signInWithSaml(world)).body.data).toBe(`acme/${name}`);
  await world.change({ issuerUrl: idp.entityId }, 'other');
  other.user = { ...idp.user, attributes: { uid: `forger${people}` } };
  other.respond = (request) =>
    sign(writeResponse({ ...other.told(request), issuer: idp.entityId, responseIssuer: idp.entityId }), {
      key: other.key,
    });
  const browser = browserAt(world.app);
  const { address } = await begin(browser, { provider: 'other' });
  const { body } = await login(browser, 'other', await comeBackFrom(world, address));
  expect(body).toMatchObject({ status: 'ok', data: `acme/forger${people}` });
  await world.change({ issuerUrl: other.entityId }, 'other');

  await world.change({ name: 'corp-renamed' });
  const again = browserAt(world.app);
  const begun = await begin(again, { provider: 'corp-renamed' });
  const answer = await login(again, 'corp-renamed', await comeBackFrom(world, begun.address));
  await root.post('update-provider', { name: 'corp' }, { query: { id: 'admin/corp-renamed' } });
  expect(answer.body).toMatchObject({ status: 'ok', data: `acme/${name}` });
  expect((await signInWithSaml(world)).body.data).toBe(`acme/${name}`);
});

test('A test shows the attributes and makes no user', async () => {
  const browser = await world.app.admin();
  const { address } = await begin(browser, { purpose: 'test', application: '' });
  const { body } = await browser.post('test-provider-sign-in', { ...(await comeBackFrom(world, address)) });
  expect(body).toMatchObject({ status: 'ok', data: { uid: `nora${people}`, NameID: `G-${people}` } });
  expect(await world.user(`nora${people}`)).toBeUndefined();
});

test('Requests are signed where the identity provider wants it, in the address and as a form', async () => {
  world.idp.wantsSigned = true;
  const unsigned = await begin(browserAt(world.app));
  await expect(comeBackFrom(world, unsigned.address)).rejects.toThrow('Invalid signature');
  await world.change({ enableSignAuthnRequest: true });
  expect((await signInWithSaml(world)).body.status).toBe('ok');

  await world.change({ requestBinding: 'POST' });
  const browser = browserAt(world.app);
  const { address } = await begin(browser);
  const { text, headers } = await browser.get(new URL(address).pathname + new URL(address).search);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  expect(text).toContain(`action="${world.idp.endpoint}"`);
  const answered = await world.idp.answer({
    method: 'POST',
    url: new URL(world.idp.endpoint),
    headers: {},
    body: `${new URLSearchParams({ SAMLRequest: value('SAMLRequest'), RelayState: value('RelayState') })}`,
  });
  expect(answered.body).toContain('SAMLResponse');
  const stranger = await browserAt(world.app).get(new URL(address).pathname + new URL(address).search);
  expect(stranger.text).toContain('provider-request-unknown');
});

test('A request asks for the format of the provider', async () => {
  expect((await begin(browserAt(world.app))).request.format).toBe('');
  await world.change({ nameIdFormat: 'persistent' });
  expect((await begin(browserAt(world.app))).request.format).toBe(persistent);
});

describe('A response signs in', () => {
  test('if the response is signed as a whole, or both it and the assertion', async () => {
    const { idp } = world;
    idp.respond = (request) => sign(writeResponse(idp.told(request)), { key: idp.key, of: 'Response' });
    expect((await signInWithSaml(world)).body.status).toBe('ok');
    idp.respond = (request) =>
      sign(sign(writeResponse(idp.told(request)), { key: idp.key }), { key: idp.key, of: 'Response' });
    expect((await signInWithSaml(world)).body.status).toBe('ok');
  });

  test('if one of two certificates matches', async () => {
    const { idp, other } = world;
    await world.change({ idP: `${other.key.certificate}\n${idp.key.certificate}` });
    expect((await signInWithSaml(world)).body.status).toBe('ok');
    await world.change({ idP: idp.key.base64 });
  });

  test('with SHA-1, if the provider allows it', async () => {
    const { idp } = world;
    idp.respond = (request) =>
      sign(writeResponse(idp.told(request)), {
        key: idp.key,
        algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
      });
    await world.change({ allowSha1: true });
    expect((await signInWithSaml(world)).body.status).toBe('ok');
    await world.change({ allowSha1: false });
    expect((await signInWithSaml(world)).body.code).toBe('sign-in-service-failed');
  });

  test('as the whole name, if a comment stands within it', async () => {
    const { idp } = world;
    idp.user.nameId = 'alice<!-- -->@evil.example';
    const { body } = await signInWithSaml(world);
    expect(body.status).toBe('ok');
    expect(await world.user(`nora${people}`)).toMatchObject({ saml: 'alice@evil.example' });
    idp.respond = (request) =>
      sign(writeResponse(idp.told(request)), { key: idp.key }).replace(
        'evil.example',
        '<!-- a -->evil<!-- b -->.example',
      );
    idp.user.nameId = 'alice@evil.example';
    expect((await signInWithSaml(world)).body.data).toBe(`acme/nora${people}`);
  });
});

test('The refusal of an identity provider is reported by its code', async () => {
  world.idp.denies = 'AuthnFailed';
  const { body } = await signInWithSaml(world);
  expect(body).toMatchObject({ code: 'sign-in-service-failed', msg: expect.stringContaining('AuthnFailed') });
});

test('A transient id needs a mapped attribute', async () => {
  world.idp.user.format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  expect((await signInWithSaml(world)).body.msg).toContain('transient');
  await world.change({ userMapping: [{ field: 'id', claim: 'uid' }] });
  expect((await signInWithSaml(world)).body.status).toBe('ok');
});

test('A user of an identity provider at another address is another user', async () => {
  const first = await signInWithSaml(world);
  world.other.user = { ...world.idp.user };
  const browser = browserAt(world.app);
  const { address } = await begin(browser, { provider: 'other' });
  const { body } = await login(browser, 'other', await comeBackFrom(world, address));
  expect(body.status).toBe('ok');
  expect(body.data).not.toBe(first.body.data);
});
