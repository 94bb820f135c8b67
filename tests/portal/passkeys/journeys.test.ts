import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull } from '../../harness/runner/tier.ts';
import { add } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import {
  addPasskey,
  aUser,
  button,
  credentialsOf,
  type Device,
  done,
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
const who = async (page: Page) => (await (await page.request.get('/api/get-account')).json()).name;

describe('A person adds a passkey on their account page', () => {
  const looks: [string, Look, string, string][] = [
    [
      'a phone whose passkeys move',
      { transport: 'hybrid', defaultBackupEligibility: true, defaultBackupState: true },
      'On several devices',
      'Computer or phone',
    ],
    ['a laptop', { transport: 'internal' }, 'On one device', 'Computer or phone'],
    [
      'a security key without room for passkeys',
      { transport: 'usb', hasResidentKey: false },
      'On one device',
      'Security key',
    ],
  ];

  test.each(isFull() ? looks : looks.slice(0, 1))(
    'with %s, and signs in with it and their user name',
    async (_, look, state, family) => {
      const name = await aUser(world);
      const device = await openDevice(world, look);
      const { page, complaints } = device;
      await openSecurity(page, name);
      await addPasskey(page);
      await page.getByText(state, { exact: true }).waitFor();
      await page.getByText('Never used').waitFor();
      await page.getByRole('img', { name: family }).waitFor();
      await signOut(device);
      // Otherwise the list of user names answers before the form is filled in.
      await touch(device, false);
      await page.goto('/login/acme');
      await tab(page, 'Passkey').click();
      await page.getByLabel('Username, email or phone').fill(name);
      await touch(device, true);
      await button(page, 'Sign In').click();
      await welcome(page);
      expect(await who(page)).toBe(name);
      expect(complaints).toEqual([]);
    },
  );

  test('gives it a name, and removes it after a question', async () => {
    const name = await aUser(world);
    const device = await openDevice(world);
    const { page } = device;
    await openSecurity(page, name);
    await addPasskey(page);
    await button(page, /^Rename: /).click();
    await page.getByLabel('Name of the passkey').fill('My laptop');
    await button(page, 'Save').click();
    await done(page, 'The passkey has its new name');
    await page.getByText('My laptop', { exact: true }).waitFor();
    await button(page, /^Remove: My laptop/).click();
    await page.getByRole('heading', { name: 'Remove My laptop?' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    // 35.4: the password alone, with which they signed in, takes no passkey away.
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
    await button(page, 'Use a passkey').click();
    await done(page, 'The passkey is removed');
    await signOut(device);
    // Otherwise the list of user names uses it before the button does.
    await touch(device, false);
    await page.goto('/login/acme');
    await tab(page, 'Passkey').click();
    await touch(device, true);
    await button(page, 'Sign In').click();
    await page.getByText(/The passkey was not accepted/).waitFor();
  });

  test('only with a device that checks that it is them', async () => {
    const { page } = await openDevice(world, { transport: 'usb', hasUserVerification: false, isUserVerified: false });
    await openSecurity(page, await aUser(world));
    await button(page, 'Add a passkey').click();
    await page.getByText('The passkey was not used. Try again, or choose another way.').waitFor();
  });
});

describe('The sign-in page', () => {
  test('offers passkeys in the list of user names, and signs in without a click', async () => {
    const { page, name } = await aKeeper();
    await page.goto('/login/acme');
    await welcome(page);
    expect(await who(page)).toBe(name);
  });

  test('S31 refuses a copy of a passkey whose counter is behind', async () => {
    const device = await aKeeper();
    const { page, cdp, authenticator, name } = device;
    const [before] = await credentialsOf(device);
    await page.goto('/login/acme');
    await welcome(page);
    await signOut(device);
    await cdp.send('WebAuthn.removeCredential', {
      authenticatorId: authenticator,
      credentialId: String(before?.credentialId),
    });
    await cdp.send('WebAuthn.addCredential', {
      authenticatorId: authenticator,
      credential: { ...before, signCount: 0 } as never,
    });
    await page.goto('/login/acme');
    await page.getByText(/somebody may have copied it/).waitFor();
    const rows = await world.app.db('passkeys').where({ owner: 'acme', user: name });
    expect(rows).toMatchObject([{ is_suspect: true }]);
  });
});
