import { ValidateInResponseTo } from '@node-saml/node-saml';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { pysaml2Provider } from '../../protocol/saml/python/pysaml2-provider.ts';
import { entityId, type Posted, xmlOf } from '../../protocol/saml/world.ts';
import { button } from '../factors/people.ts';
import { atService, type Brought, openSamlPages, type SamlPages } from './pages.ts';

let pages: SamlPages;
beforeAll(async () => {
  pages = await openSamlPages();
  await pages.change({ enableSigninSession: true, displayName: 'Shop' });
});
afterAll(() => pages?.stop());

const alice = 'alice@acme.example';
const responseOf = (brought: readonly Brought[]) => (brought.at(-1)?.fields ?? {}) as Record<string, string> & Posted;

async function signInAt(page: Page, address: string) {
  await page.goto(address);
  await signIn(page, 'alice', password);
  await atService(page);
}

/** A page of the service provider from which the browser leaves, because an address may lead to no page. */
async function leadTo(page: Page, address: string) {
  await page.goto(address);
  await atService(page);
}

test('an encrypted assertion passes the browser, which cannot read it', async () => {
  const { certificate, privateKey } = pages.key;
  await pages.serviceProvider({ encryptionCertificate: certificate });
  const saml = await pages.library({ decryptionPvk: privateKey });
  const { page, brought } = await pages.visit();
  await signInAt(page, await saml.getAuthorizeUrlAsync('', undefined, {}));
  const xml = xmlOf(responseOf(brought));
  expect(xml).toContain('http://www.w3.org/2009/xmlenc11#aes256-gcm');
  expect(xml).not.toContain(alice);
  expect((await saml.validatePostResponseAsync(responseOf(brought))).profile?.nameID).toBe(alice);
  await pages.serviceProvider({});
});

describe('a sign-in that begins here', () => {
  const begin = `/login/saml/authorize/admin/shop?${new URLSearchParams({ service: entityId, RelayState: 'start page' })}`;

  test('S46 leads nowhere while the switch is off', async () => {
    const { page, brought } = await pages.visit();
    await page.goto(begin);
    await page.getByText('allows no sign-in from here').waitFor();
    expect(brought).toEqual([]);
  });

  test('leads to the service provider while the switch is on, and no more after that', async () => {
    await pages.serviceProvider({ idpInitiated: true });
    const { page, brought } = await pages.visit();
    await signInAt(page, begin);
    expect(responseOf(brought).RelayState).toBe('start page');
    const saml = await pages.library({ validateInResponseTo: ValidateInResponseTo.never });
    expect((await saml.validatePostResponseAsync(responseOf(brought))).profile?.nameID).toBe(alice);
    await pages.serviceProvider({});
    await page.goto(begin);
    await page.getByText('allows no sign-in from here').waitFor();
    expect(brought).toHaveLength(1);
  });
});

test('S28 ForceAuthn asks a signed-in person again, and tells the time of the new proof', async () => {
  const saml = await pages.library();
  const { page, brought } = await pages.visit();
  await signInAt(page, await saml.getAuthorizeUrlAsync('', undefined, {}));
  const instantOf = () => /AuthnInstant="([^"]+)"/.exec(xmlOf(responseOf(brought)))?.[1] ?? '';
  const first = instantOf();
  const forced = await pages.library({ forceAuthn: true });
  await page.goto(await forced.getAuthorizeUrlAsync('', undefined, {}));
  await button(page, 'Sign In').waitFor();
  expect(brought).toHaveLength(1);
  await signIn(page, 'alice', password);
  await atService(page);
  expect((await forced.validatePostResponseAsync(responseOf(brought))).profile?.nameID).toBe(alice);
  expect(Date.parse(instantOf())).toBeGreaterThan(Date.parse(first));
});

test('IsPassive shows no page: without a session it says so, and with one it signs in', async () => {
  const passive = await pages.library({ passive: true });
  const { page, brought } = await pages.visit();
  let seen: string[] = [];
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
  const signInPages = () => seen.filter((path) => path.startsWith('/login'));
  await leadTo(page, await passive.getAuthorizeUrlAsync('kept', undefined, {}));
  expect(signInPages()).toEqual([]);
  expect(xmlOf(responseOf(brought))).toContain('status:NoPassive');
  expect(xmlOf(responseOf(brought))).not.toContain('Assertion ');
  expect(responseOf(brought).RelayState).toBe('kept');
  // node-saml reads this status as nobody signed in, and not as an error.
  expect(await passive.validatePostResponseAsync(responseOf(brought))).toEqual({ profile: null, loggedOut: false });

  const saml = await pages.library();
  await signInAt(page, await saml.getAuthorizeUrlAsync('', undefined, {}));
  expect(signInPages()).not.toEqual([]);
  seen = [];
  await leadTo(page, await passive.getAuthorizeUrlAsync('', undefined, {}));
  expect((await passive.validatePostResponseAsync(responseOf(brought))).profile?.nameID).toBe(alice);
  expect(signInPages()).toEqual([]);
});

test('pysaml2 takes what a browser posted, and refuses it for another request', async () => {
  const sp = await pysaml2Provider(await pages.metadata());
  const { page, brought } = await pages.visit();
  const { address, id } = await sp.begin();
  await signInAt(page, address);
  expect(responseOf(brought).RelayState).toBe('deep');
  expect(await sp.finish(responseOf(brought), (await sp.begin()).id)).toEqual({ error: 'UnsolicitedResponse' });
  expect(await sp.finish(responseOf(brought), id)).toMatchObject({ name: alice });
});
