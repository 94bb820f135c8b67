import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { arrive } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';
import { outOfReach } from '../world/reach.ts';

/** One list, one editor and one dialog. `layouts.full.test.ts` and `large-letters.full.test.ts` look at a page of each sort. */

let desk: Desk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk();
  page = desk.page;
  await add(desk.admin, 'role', {
    owner: 'built-in',
    name: 'a-role-with-a-name-that-is-longer-than-a-line-of-a-phone',
  });
});
afterAll(() => desk?.close());

/** Nothing of the page that is open is cut off at these widths. */
async function fits(...widths: number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 });
    await arrive(page);
    await expect.poll(() => overflow(page), { message: `${width} px` }).toEqual([]);
  }
}

test.each([
  ['/roles', 'tbody td a'],
  ['/applications/app-built-in?tab=sign-up', 'form input'],
])('%s fits from right to left, on a desk and on a phone', async (path, shows) => {
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}language=en-x-rtl`);
  await page.locator(shows).first().waitFor();
  await desk.visitor.atRest();
  expect(await page.evaluate('getComputedStyle(document.body).direction')).toBe('rtl');
  await fits(1440, 320);
});

test('the sign-in page fits from right to left', async () => {
  const { browser, app } = desk;
  const visitor = await browser.visit(app.url);
  await visitor.page.goto('/login?language=en-x-rtl');
  await visitor.page.locator('h1').waitFor();
  for (const width of [1440, 320]) {
    await visitor.page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(visitor.page)).toEqual([]);
  }
});

test('with letters of twice the size, 320 px wide, an editor and its dialog can be read and reached', async () => {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/roles/built-in/a-role-with-a-name-that-is-longer-than-a-line-of-a-phone?language=en');
  await page.locator('.save-bar button').first().waitFor();
  await desk.visitor.atRest();
  await fits(320);
  expect(await outOfReach(page)).toEqual([]);
  await desk.button('Actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').waitFor();
  await fits(320);
  expect(await outOfReach(page)).toEqual([]);
});
