import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { visitAccount } from '../account/account-world.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

/** The files that the page loads to judge passwords. */
function judges(page: Page): string[] {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('password-strength')) loaded.push(request.url());
  });
  return loaded;
}

const strengths = (page: Page, label: string) => async (password: string, strength: string) => {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByRole('status').getByText(`Strength: ${strength}`, { exact: true }).waitFor();
};

test('a page says in words how strong a new password is, and loads what it needs with the first letter', async () => {
  const { page, name, complaints } = await visitAccount(world);
  const loaded = judges(page);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Change Password', exact: true }).click();
  const judged = strengths(page, 'New password');
  await page.getByLabel('New password', { exact: true }).waitFor();
  expect(loaded).toEqual([]);
  await judged('password1', 'very weak, guessed at once');
  await judged(name, 'very weak, guessed at once');
  await judged('correct-horse-battery-staple-9', 'strong');
  expect(await findings(page)).toEqual([]);
  expect(loaded).toHaveLength(1);
  await page.getByLabel('New password', { exact: true }).fill('');
  await page
    .getByText(/^Strength: /)
    .first()
    .waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});
