import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull } from '../../harness/runner/tier.ts';
import { gapBetween } from '../world/gap-between.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { visitAccount } from './account-world.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await startPages();
});
afterAll(() => world?.stop());

/** Marks every control that can be pressed or typed into, and counts those that the focus has not reached. */
const mark = `for (const each of document.querySelectorAll(
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select, textarea, summary'))
  if (each.checkVisibility({ visibilityProperty: true })) each.dataset.unreached = each.getAttribute('aria-label') || each.textContent.trim() || each.name;
document.addEventListener('focusin', ({ target }) => { delete target.dataset.unreached; });`;
const unreached = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[data-unreached]')].map((each) => each.dataset.unreached)`);

/** Presses Tab until the focus leaves the page, or for as long as a page can be. */
async function tabThrough(page: Page): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await unreached(page)).length === 0) return;
  }
}

// The section with the most controls, and in the second tier all of them.
const sections = isFull() ? ['', '/security', '/linked', '/sessions', '/applications', '/privacy'] : ['/security'];

test.each(sections.map((path) => `/account${path}`))('Tab reaches every control of %s, also at 320 px', async (at) => {
  const options = { viewport: { width: 320, height: 640 } };
  const { page, atRest, context } = await visitAccount(world, { at, options });
  await atRest();
  await page.evaluate(mark);
  await tabThrough(page);
  expect(await unreached(page)).toEqual([]);
  await context.close();
});

test('a person sets up an app and leaves it again with the keyboard alone', async () => {
  const { page, context } = await visitAccount(world, { at: '/account/security' });
  await page.getByRole('button', { name: 'Set up an app', exact: true }).focus();
  await page.keyboard.press('Enter');
  // The field for the code has the focus.
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('factorCode');
  const named = (name: string) => page.getByRole('button', { name, exact: true });
  expect(await gapBetween(named('Confirm'), named('Cancel'))).toBeGreaterThanOrEqual(8);
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.locator(':focus').textContent()) === 'Cancel') break;
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Set up an app', exact: true }).waitFor();
  await context.close();
});
