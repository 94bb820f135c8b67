import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, password, visitAccount } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const failed = (username: string) =>
  world.app.client().post('login', {
    ...{ type: 'login', application: 'shop', organization: 'acme', username },
    password: `not ${password}`,
  });

test('the page shows sign-ins and failed attempts with their time, place and device, and what to do', async () => {
  const person = await visitAccount(world);
  const { page } = person;
  await failed(person.name);
  await page.goto('/account/sign-ins');
  await page.getByRole('heading', { name: 'Recent sign-ins' }).waitFor();
  const rows = page.getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect.poll(() => rows.count()).toBe(2);
  expect(await rows.first().textContent()).toMatch(/Attempt to sign in.*Failed/);
  expect(await rows.nth(1).textContent()).toMatch(/Signed in.*Chrome/);
  expect(await button(page, 'Show more').count()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'See your sessions' }).click();
  await page.getByText('This device').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Sign-in and security' }).waitFor();
  expect(person.complaints).toEqual([]);
});
