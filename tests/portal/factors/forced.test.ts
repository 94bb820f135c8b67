import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { openDevice } from '../passkeys/pages-with-passkeys.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, heading, welcome } from './people.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
  const change = { enableWebAuthn: true, providers: [{ name: 'provider_mail' }] };
  await world.root.post('update-application', change, { query: { id: 'admin/app-built-in' } });
  await world.root.post('update-organization', { weakSecondFactors: ['email'] }, { query: { id: 'admin/acme' } });
}, 240_000);
afterAll(() => world?.stop());

async function mustHave(): Promise<{ name: string; email: string }> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  await add(world.root, 'user', {
    owner: 'acme',
    name,
    displayName: 'Ada',
    password,
    email,
    requireSecondFactor: true,
  });
  return { name, email };
}

test('a person who must have a second factor makes a passkey at sign-in', async () => {
  const { name } = await mustHave();
  const { page, complaints } = await openDevice(world);
  await page.goto('/login/acme');
  await signIn(page, name, password);
  await heading(page, 'Set up a second factor');
  await button(page, 'Use a passkey or security key').click();
  await page.getByText('Your device or security key keeps a passkey.').waitFor();
  expect(await findings(page)).toEqual([]);
  await button(page, 'Make a passkey').click();
  await welcome(page);
  await page.goto('/account/security');
  await page.getByRole('img', { name: 'Computer or phone' }).waitFor();
  expect(complaints).toEqual([]);
});
