import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { browserAt, login } from '../world.ts';
import { checkOf } from './checks.ts';
import { type Forger, type Forgery, forgeries } from './forgeries.ts';
import { type Key, newKey } from './idp/keys.ts';
import { backAt, begin, comeBackFrom, post, type SamlWorld, startSaml } from './world.ts';

let world: SamlWorld;
let own: Key;
beforeAll(async () => {
  [world, own] = await Promise.all([startSaml(), newKey()]);
  world.idp.user = {
    nameId: 'mallory',
    format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    attributes: { uid: 'mallory' },
  };
});
afterAll(() => world?.stop());
beforeEach(async () => {
  const allowed = await world.app.db('users').where({ owner: 'acme' }).whereNot({ name: 'alice' }).delete();
  expect(allowed).toBeLessThanOrEqual(1);
});

/** The answer of the sign-in to a forged response, in the browser of its request. */
async function attempt(forge: Forgery) {
  const browser = browserAt(world.app);
  const { request } = await begin(browser);
  const forger: Forger = { idp: world.idp, request, own };
  const back = backAt(await post(world.acs, forge(forger), request.relayState));
  return { browser, back, request, body: (await login(browser, 'corp', back)).body };
}

const lastRecord = () => world.app.db('records').where({ action: 'login' }).orderBy('created_time', 'desc').first();

/** Nobody is signed in, no user was made, and a record says why. */
async function expectNobody(browser: Client, reason: string): Promise<void> {
  expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
  expect(await world.app.db('users').where({ owner: 'acme' }).pluck('name')).toEqual(['alice']);
  expect(await lastRecord()).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(new RegExp(`^${reason}`)),
  });
}

test('The honest response of the battery signs in', async () => {
  const { body } = await attempt(({ idp, request }) => idp.respond(request));
  expect(body).toMatchObject({ status: 'ok', data: 'acme/mallory' });
});

describe('S44, S45, S46 nobody signs in with a response', () => {
  test.each(Object.entries(forgeries))('%s', async (name, forge) => {
    const { browser, body } = await attempt(forge);
    expect(body.code).toBe('sign-in-service-failed');
    await expectNobody(browser, `sign-in-service-failed ${checkOf(name)}`);
  });

  test('a second time', async () => {
    const { browser, back, request, body } = await attempt(({ idp, request: asked }) => idp.respond(asked));
    expect(body.status).toBe('ok');
    await browser.post('logout');
    await post(world.acs, world.idp.respond(request), request.relayState);
    expect((await login(browser, 'corp', back)).body.code).toBe('provider-request-unknown');
    expect((await browser.get('get-account')).body.code).toBe('sign-in-first');
    expect(await lastRecord()).toMatchObject({ outcome: 'refused', reason: 'provider-request-unknown' });
  });

  test('that was made for an earlier request of the same browser', async () => {
    const browser = browserAt(world.app);
    const [first, second] = [await begin(browser), await begin(browser)];
    const back = backAt(await post(world.acs, world.idp.respond(first.request), second.request.relayState));
    expect((await login(browser, 'corp', back)).body.code).toBe('sign-in-service-failed');
    await expectNobody(browser, 'sign-in-service-failed the response answers another request');
  });

  test('in another browser than that of the request', async () => {
    const { request } = await begin(browserAt(world.app));
    const stranger = browserAt(world.app);
    await begin(stranger);
    const back = backAt(await post(world.acs, world.idp.respond(request), request.relayState));
    expect((await login(stranger, 'corp', back)).body.code).toBe('provider-request-unknown');
    await expectNobody(stranger, 'provider-request-unknown');
  });

  test('of another provider', async () => {
    const browser = browserAt(world.app);
    const { request } = await begin(browser);
    const back = backAt(await post(world.acs, world.other.respond(request), request.relayState));
    expect((await login(browser, 'corp', back)).body.code).toBe('sign-in-service-failed');
    await expectNobody(browser, 'sign-in-service-failed the signature does not match the IdP certificate');
  });

  test('that nobody asked for', async () => {
    const browser = browserAt(world.app);
    const request = { ...(await begin(browser)).request, id: '', relayState: 'made-up' };
    const page = await post(world.acs, world.idp.respond(request), request.relayState);
    expect((await login(browser, 'corp', backAt(page))).body.code).toBe('provider-request-unknown');
    await expectNobody(browser, 'provider-request-unknown');
  });

  test('of a provider that was switched off meanwhile', async () => {
    const browser = browserAt(world.app);
    const { address } = await begin(browser);
    const back = await comeBackFrom(world, address);
    const providers = [{ name: 'corp', canSignIn: false, canSignUp: false }, { name: 'other' }];
    const change = (to: object[]) =>
      world.root.post('update-application', { providers: to }, { query: { id: 'admin/shop' } });
    await change(providers);
    const { body } = await login(browser, 'corp', back);
    expect(body.status).toBe('error');
    await expectNobody(browser, String(body.code));
    await change([{ name: 'corp' }, { name: 'other' }]);
  });

  test('that came second for its request', async () => {
    const browser = browserAt(world.app);
    const { request } = await begin(browser);
    await post(world.acs, 'a first one', request.relayState);
    const back = backAt(await post(world.acs, world.idp.respond(request), request.relayState));
    expect((await login(browser, 'corp', back)).body.code).toBe('sign-in-service-failed');
    // The first answer is the one that is judged.
    await expectNobody(browser, 'sign-in-service-failed the XML is empty');
  });
});

test('The address for responses leads to no other site', async () => {
  const page = await post(world.acs, 'x', 'https://evil.example/');
  expect(page.origin).toBe(new URL(world.app.url).origin);
  expect(page.pathname).toBe('/callback/saml');
});
