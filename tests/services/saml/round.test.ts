import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { password } from '../../harness/world.ts';
import { enter, requestOf } from '../../portal/world/portal-pages.ts';
import { sign, writeResponse } from './idp/write-response.ts';
import { nameOf, openSamlPages, type SamlPages, samlTypes } from './round-world.ts';

let pages: SamlPages;
beforeAll(async () => {
  pages = await openSamlPages();
});
afterAll(() => pages?.stop());

beforeEach(() => {
  for (const { type } of samlTypes) pages.idpOf(type).denies = '';
});

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The browser ends at the client, with a code. */
async function arrives(page: Page): Promise<void> {
  await page.waitForURL('https://app.example/**');
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
}

// Requests that a form posts, and in the second tier all types. Programs try the rest in other files.
describe.each(isFull() ? samlTypes : samlTypes.slice(-1))('With $type', ({ type, label }) => {
  const path = `shop-${nameOf(type)}`;
  let application: Application;
  // The retry of a test has a new server, so each test finds the application there.
  beforeAll(async () => {
    application = await pages.application(path, { enableSignUp: true, providers: [{ name: nameOf(type) }] as never });
  });
  const become = (id: string, uid: string) => {
    pages.idpOf(type).user = { nameId: id, format: persistent, attributes: { uid, displayName: 'Nora Helmer' } };
  };
  const users = () => pages.app.db('users').where({ signup_application: path });
  test('a stranger signs up at a client, and signs in again', async () => {
    become(`${type}-1`, `new-${nameOf(type)}`);
    const { page, complaints } = await pages.visit();
    await page.goto(requestOf(application));
    await page.getByRole('link', { name: 'Sign up now' }).click();
    await button(page, `Sign up with ${label}`).click();
    await arrives(page);
    // User names have letters, digits and underscores.
    const name = `new-${nameOf(type)}`.replaceAll('-', '_');
    expect(await users()).toMatchObject([{ name, display_name: 'Nora Helmer' }]);
    const again = await pages.visit();
    await again.page.goto(requestOf(application));
    await button(again.page, `Continue with ${label}`).click();
    await arrives(again.page);
    expect(await users()).toHaveLength(1);
    expect([...complaints, ...again.complaints]).toEqual([]);
  });

  test('a user links an account on their page, signs in with it, and unlinks it', async () => {
    const name = `user-${nameOf(type)}`;
    await pages.root.post('add-user', { owner: 'acme', name, displayName: 'Linda', password, signupApplication: path });
    become(`${type}-2`, `other-${nameOf(type)}`);
    const { page, complaints } = await pages.visit({ viewport: { width: 1400, height: 1200 } });
    await enter(page, name);
    await page.goto('/account/linked');
    await button(page, `Link ${label}`).click();
    await button(page, `Unlink ${label}`).waitFor();
    const fresh = await pages.visit();
    await fresh.page.goto(requestOf(application));
    await button(fresh.page, `Continue with ${label}`).click();
    await arrives(fresh.page);
    await button(page, `Unlink ${label}`).click();
    await button(page, `Link ${label}`).waitFor();
    const user = (await pages.app.store('user').find(pages.app.db, 'acme', name)) as Record<string, unknown>;
    expect(user.properties).toEqual({});
    expect([...complaints, ...fresh.complaints]).toEqual([]);
  });

  test('a refusal of the identity provider is explained in words, with a way back', async () => {
    pages.idpOf(type).denies = 'AuthnFailed';
    const { page } = await pages.visit();
    await page.goto(requestOf(application));
    await button(page, `Continue with ${label}`).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('AuthnFailed');
    await page.getByRole('link', { name: 'Back' }).click();
    await button(page, `Continue with ${label}`).waitFor();
  });
});

test('S32 a sign-in that the identity provider begins asks before it signs anybody in', async () => {
  const home = 'https://app.example/start';
  await pages.root.post('update-provider', { allowUnsolicited: true }, { query: { id: 'admin/keycloak' } });
  const providers = [{ name: 'keycloak' }] as never;
  await pages.application('shop-begun', { enableSignUp: true, homepageUrl: home, providers });
  const idp = pages.idpOf('Keycloak');
  idp.user = { nameId: 'Keycloak-9', format: persistent, attributes: { uid: 'guest', displayName: 'Gustav Guest' } };
  const told = idp.told({ id: '', issuer: pages.acs, acs: pages.acs, format: '', relayState: '' });
  const response = Buffer.from(sign(writeResponse(told), { key: idp.key })).toString('base64');
  const { page, context, complaints, atRest } = await pages.visit();
  await context.route('https://portal.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${pages.acs}"><input name="SAMLResponse" value="${response}"><input name="RelayState" value="${home}"><button>Shop</button></form>`,
    }),
  );
  await page.goto('https://portal.example/');
  await page.getByRole('button', { name: 'Shop' }).click();
  await page.getByRole('heading', { name: 'Go on with this sign-in?' }).waitFor();
  await page.getByText(/signs you in to .* as .*Gustav Guest/).waitFor();
  expect(await pages.app.db('users').where({ name: 'guest' })).toEqual([]);
  await atRest();
  expect(await findings(page)).toEqual([]);
  await button(page, 'Continue').click();
  await page.waitForURL(home);
  expect(await pages.app.db('users').where({ name: 'guest' })).toHaveLength(1);
  await page.goto(`${pages.app.url}/account`);
  await page.getByText('Gustav Guest').first().waitFor();
  expect(complaints).toEqual([]);
});
