import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visitAccount, withOrganization } from '../account/account-world.ts';
import { item, type PagesWorld, passwordItems, signupApplication, startPages } from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

const strengths = (page: Page, label: string) => async (password: string, strength: string) => {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByRole('status').getByText(`Strength: ${strength}`, { exact: true }).waitFor();
};

test('the sign-up page says it too', async () => {
  const path = await signupApplication(world, 'strong', [item('Username'), ...passwordItems]);
  const { page, complaints } = await world.browser.visit(world.app.url);
  await page.goto(path);
  await page.getByLabel('Username').fill('hopper_1906');
  const judged = strengths(page, 'Password');
  await judged('hopper_1906', 'very weak, guessed at once');
  await judged('correct-horse-battery-staple-9', 'strong');
  expect(complaints).toEqual([]);
});

test('a page asks for as many characters as the organization wants', async () => {
  const { page } = await visitAccount(world, { at: '/account/security' });
  await withOrganization(world, { passwordLength: 14 }, async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Change Password', exact: true }).click();
    await page.getByText('At least 14 characters').waitFor();
  });
});
