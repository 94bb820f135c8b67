import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { openDevice } from '../passkeys/pages-with-passkeys.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, heading, keepCodes, welcome } from './people.ts';

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

test('a person who must have a second factor sets up codes by email at sign-in, with the keyboard', async () => {
  const { name, email } = await mustHave();
  const { page, complaints } = await openDevice(world);
  await page.goto('/login/acme');
  await signIn(page, name, password);
  await heading(page, 'Set up a second factor');
  await button(page, 'Use a code by email').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Request a code by email, and enter it.').waitFor();
  await button(page, 'Send Code').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Code Sent').waitFor();
  await page.keyboard.type(await world.mail.codeTo(email));
  await page.keyboard.press('Enter');
  await heading(page, 'Recovery codes');
  expect(await keepCodes(page)).toHaveLength(10);
  await welcome(page);
  expect(complaints).toEqual([]);
});

test('a person sets up a second factor later, until the grace period ends', async () => {
  const query = { id: 'admin/acme' };
  await world.root.post('update-organization', { secondFactorGraceDays: 7 }, { query });
  const { name } = await mustHave();
  const { page, complaints } = await openDevice(world);
  const arrive = async () => {
    await page.goto('/login/acme');
    await signIn(page, name, password);
    await heading(page, 'Set up a second factor');
  };
  await arrive();
  const date = new Date(Date.now() + 7 * 24 * 3_600_000);
  const shown = await page.evaluate<string>(`new Date(${date.getTime()}).toLocaleDateString('en')`);
  await button(page, `Later, before ${shown}`).click();
  await welcome(page);
  await world.app
    .db('users')
    .where({ owner: 'acme', name })
    .update({ second_factor_asked_time: new Date(Date.now() - 8 * 24 * 3_600_000) });
  await page.goto('/logout');
  await button(page, 'Sign In').waitFor();
  await arrive();
  expect(await page.getByRole('button', { name: /^Later/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await world.root.post('update-organization', { secondFactorGraceDays: 0 }, { query });
});
