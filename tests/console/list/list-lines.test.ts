import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** Where the parts of a list stand: in line, at the foot of a phone, and where somebody opens a row. */

let desk: Desk;
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'crowd' });
  await loadUsers(desk.app.db, 'crowd', 30);
  for (let number = 0; number < 25; number++) await add(desk.admin, 'role', { owner: 'crowd', name: `role-${number}` });
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const middleOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 };
  return y + height / 2;
};
const scrolled = () => desk.page.evaluate<number>("document.querySelector('main').scrollTop");

test('on a desk and on a phone, the box, the name and the menu of a row are in line', async () => {
  const { page, visitor } = desk;
  await page.goto('/organizations/crowd/users');
  const row = page.locator('tbody tr').first();
  await row.getByRole('link').first().waitFor();
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await visitor.atRest();
    const name = await middleOf(row.getByRole('link').first());
    expect(Math.abs((await middleOf(row.getByRole('checkbox'))) - name)).toBeLessThan(2);
    expect(Math.abs((await middleOf(row.getByRole('button').last())) - name)).toBeLessThan(2);
  }
});

test('on a phone, the pages stay at the foot, above the boxes of the rows, and end the list', async () => {
  const { page, visitor } = desk;
  await page.setViewportSize(phone);
  await page.goto('/organizations/crowd/users');
  await page.locator('tbody tr').nth(9).waitFor();
  await visitor.atRest();
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
  const foot = async () => {
    const { y = 0, height = 0 } = (await page.locator('.pf-v6-c-pagination.pf-m-bottom').boundingBox()) ?? {};
    return Math.round(y + height);
  };
  await pages.waitFor();
  expect(await foot()).toBe(phone.height);
  // A box of a row under the bar.
  const hidden = await page.evaluate<string[]>(`(() => {
      const bar = document.querySelector('.pf-v6-c-pagination.pf-m-bottom');
      const { top, bottom } = bar.getBoundingClientRect();
      return [...document.querySelectorAll('tbody input')]
        .map((input) => ({ input, box: input.getBoundingClientRect() }))
        .filter(({ box }) => box.top > top && box.bottom < bottom)
        .filter(({ box }) => !bar.contains(document.elementFromPoint(box.left + 5, box.top + 5)))
        .map(({ input }) => input.id);
    })()`);
  expect(hidden).toEqual([]);
  await page.evaluate("document.querySelector('main').scrollTo(0, 1e6)");
  // The page ends with the pages and its footer, without an empty part.
  const rest = await page.evaluate<number>(
    "document.querySelector('main').scrollHeight - document.querySelector('main').scrollTop - document.querySelector('main').clientHeight",
  );
  expect(Math.abs(rest)).toBeLessThan(2);
  expect(phone.height - (await foot())).toBeLessThan(100);
});

test.each([desktop, phone])(
  'on $width px, the details of the last record open where the reader is',
  async (viewport) => {
    const { page, visitor } = desk;
    await page.setViewportSize(viewport);
    await page.goto('/records');
    const row = page.locator('tbody tr').nth(19);
    await row.waitFor();
    await visitor.atRest();
    await row.scrollIntoViewIfNeeded();
    expect(await scrolled()).toBeGreaterThan(100);
    await row.getByRole('button').first().click();
    const title = page.getByRole('heading', { name: 'Record: details' });
    await title.waitFor();
    await visitor.atRest();
    expect(await scrolled()).toBeGreaterThan(100);
    const place = await middleOf(title);
    expect(place > 73 && place < 200).toBe(true);
    await page.keyboard.press('Escape');
    await title.waitFor({ state: 'detached' });
    const there = await middleOf(row);
    expect(there > 73 && there < viewport.height).toBe(true);
  },
);
