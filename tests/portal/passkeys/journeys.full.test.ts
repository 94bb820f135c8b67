import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add, password } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import {
  addPasskey,
  aUser,
  button,
  type Device,
  type Look,
  openDevice,
  openSecurity,
  signOut,
  touch,
} from './pages-with-passkeys.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  await add(world.root, 'application', {
    ...{ name: 'gate', organization: 'acme', cert: 'cert-built-in', enableWebAuthn: true, enablePassword: true },
    redirectUris: ['https://app.example/callback'],
  });
  const query = { id: 'admin/app-built-in' };
  await world.root.post('update-application', { enableWebAuthn: true }, { query });
}, 240_000);
afterAll(() => world?.stop());

/** A user who has added a passkey on their account page, and signed out. */
async function aKeeper(look: Look = {}, options = {}): Promise<Device & { name: string }> {
  const name = await aUser(world);
  const device = await openDevice(world, look, options);
  await openSecurity(device.page, name);
  await addPasskey(device.page);
  await signOut(device);
  return { ...device, name };
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const welcome = (page: Page) => page.getByRole('heading', { name: /^Welcome/ }).waitFor();

describe('A person adds a passkey on their account page', () => {
  test('once for each device', async () => {
    const { page } = await openDevice(world);
    await openSecurity(page, await aUser(world));
    await addPasskey(page);
    await button(page, 'Add a passkey').click();
    await button(page, 'Use a passkey').click();
    await page.getByText('This device already has a passkey for your account').waitFor();
  });
});

describe('The sign-in page', () => {
  test('signs in with a passkey for a client, without a user name', async () => {
    const device = await aKeeper();
    const { page, name, context } = device;
    await context.route('https://app.example/**', (route) => route.fulfill({ body: 'client' }));
    const { data } = (await world.root.get('get-application', { id: 'admin/gate' })).body;
    // Otherwise the list of user names answers first.
    await touch(device, false);
    const query = {
      client_id: data.clientId,
      response_type: 'code',
      redirect_uri: 'https://app.example/callback',
      scope: 'openid',
    };
    await page.goto(`/login/oauth/authorize?${new URLSearchParams(query)}`);
    await tab(page, 'Passkey').click();
    await touch(device, true);
    await button(page, 'Sign In').click();
    await page.waitForURL('https://app.example/**');
    expect(new URL(page.url()).searchParams.get('code')).toMatch(/./);
    const [session] = await world.app
      .db('sessions')
      .where({ owner: 'acme', user: name })
      .orderBy('created_time', 'desc');
    expect(session.amr).toEqual(['hwk', 'user', 'mfa']);
  });

  test('says that nothing was used when the person does not unlock it, and goes on by password', async () => {
    const { page, name, cdp, authenticator } = await aKeeper();
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: false });
    await page.goto('/login/acme');
    await tab(page, 'Passkey').click();
    await button(page, 'Sign In').click();
    await page.getByText(/The passkey was not used/).waitFor();
    await tab(page, 'Password').click();
    await page.getByLabel('Username, email or phone').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign In').click();
    await welcome(page);
  });

  test('has no tab for passkeys where the application does not enable them', async () => {
    const { page } = await openDevice(world);
    await page.goto('/login/oauth/authorize?client_id=nobody');
    const query = { id: 'admin/app-built-in' };
    await world.root.post('update-application', { enableWebAuthn: false }, { query });
    await page.goto('/login/acme');
    await page.getByLabel('Password', { exact: true }).waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
    await world.root.post('update-application', { enableWebAuthn: true }, { query });
  });

  test.each([
    ['light', { width: 1280, height: 800 }],
    ['dark', { width: 390, height: 844 }],
  ] as const)('and the account page pass axe in %s, and work with the keyboard', async (colorScheme, viewport) => {
    const device = await aKeeper({}, { colorScheme, viewport });
    const { page, name } = device;
    await touch(device, false);
    await page.goto('/login/acme');
    await tab(page, 'Password').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator(':focus').textContent()).toBe('WebAuthn');
    expect(await tab(page, 'Passkey').getAttribute('aria-selected')).toBe('true');
    expect(await findings(page)).toEqual([]);
    await openSecurity(page, name);
    await page.getByText('On one device').waitFor();
    expect(await findings(page)).toEqual([]);
  });
});
