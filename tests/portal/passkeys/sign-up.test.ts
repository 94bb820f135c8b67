import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { gapBetween } from '../world/gap-between.ts';
import { item, type PagesWorld, passwordItems, signupApplication, startPages } from '../world/pages-world.ts';
import { button, openDevice, signOut } from './pages-with-passkeys.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

test('a person signs up with a passkey alone, and signs in by it', async () => {
  const more = { enableWebAuthn: true };
  const path = await signupApplication(world, 'club', [item('Username'), item('Display name'), ...passwordItems], more);
  const device = await openDevice(world);
  const { page, complaints } = device;
  const username = `new_${randomUUID().slice(0, 8)}`;
  await page.goto(path);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Display name').fill('Grace Hopper');
  expect(await findings(page)).toEqual([]);
  const byPasskey = button(page, 'Sign up with a passkey, without a password');
  expect(await gapBetween(button(page, 'Sign Up'), byPasskey)).toBeGreaterThanOrEqual(8);
  await byPasskey.click();
  await page.getByText('Your account has been created!').waitFor();
  const [user] = await world.app.db('users').where({ owner: 'acme', name: username });
  expect(user).toMatchObject({ password: '', second_factors: ['passkey'] });
  await world.root.post('update-application', more, { query: { id: 'admin/app-built-in' } });
  await page.goto('about:blank');
  // The list of user names signs in without a click.
  await page.goto('/login/acme');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  expect((await (await page.request.get('/api/get-account')).json()).name).toBe(username);
  await signOut(device);
  expect(complaints).toEqual([]);
});
