import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { addPasskey, aUser, button, openDevice, openSecurity } from './pages-with-passkeys.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  const query = { id: 'admin/app-built-in' };
  await world.root.post('update-application', { enableWebAuthn: true }, { query });
}, 240_000);
afterAll(() => world?.stop());

test('a page at an address of numbers says that passkeys do not work there', async () => {
  expect(new URL(world.app.url).hostname).toBe('127.0.0.1');
  const { page } = await world.browser.visit(world.app.url);
  await page.goto('/login/acme');
  await page.getByRole('tab', { name: 'Passkey' }).click();
  await button(page, 'Sign In').click();
  await page.getByText('Passkeys do not work at this address. Open the page at its usual address.').waitFor();
});

test('a page in a browser without passkeys says so, and the password works', async () => {
  const { page } = await openDevice(world);
  await page.addInitScript('delete window.PublicKeyCredential');
  await page.goto('/login/acme');
  await page.getByRole('tab', { name: 'Passkey' }).click();
  await button(page, 'Sign In').click();
  await page.getByText('This browser has no passkeys. Choose another way, or another browser.').waitFor();
  await page.getByRole('tab', { name: 'Password' }).click();
  await signIn(page, await aUser(world), password);
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
});

test('the account page says that a passkey could have a backup and has none', async () => {
  const { page } = await openDevice(world, { defaultBackupEligibility: true, defaultBackupState: false });
  await openSecurity(page, await aUser(world));
  await addPasskey(page);
  await page.getByText('On several devices', { exact: true }).waitFor();
  await page.getByText('No backup yet', { exact: true }).waitFor();
});

test('the address for password managers leads to the passkeys of the account page', async () => {
  const { page } = await openDevice(world, {}, { viewport: { width: 360, height: 480 } });
  await openSecurity(page, await aUser(world));
  const told = await (await page.request.get('/.well-known/passkey-endpoints')).json();
  const { pathname, hash } = new URL(told.manage);
  expect(pathname + hash).toBe('/account/security#passkeys');
  await page.goto('about:blank');
  await page.goto(pathname + hash);
  await page.getByRole('region', { name: 'Passkeys' }).waitFor();
  // The top of the panel, in whole pixels from the top of the window.
  const top = () =>
    page.evaluate<number>(`Math.abs(Math.round(document.getElementById('passkeys').getBoundingClientRect().top))`);
  await expect.poll(top).toBe(0);
});
