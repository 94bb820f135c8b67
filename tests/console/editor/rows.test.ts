import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk?.close());
// The browser has nothing to complain of.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const items = 'Sign-up items';
const grid = (name = items) => desk.page.getByRole('grid', { name, exact: true });

async function openShop(tab: 'providers' | 'settings' | 'sign-up' = 'sign-up', values: object = {}): Promise<string> {
  const name = `shop-${randomUUID().slice(0, 8)}`;
  const redirectUris = ['https://a.example/', 'https://b.example/', 'https://c.example/'];
  await add(desk.admin, 'application', {
    name,
    organization: 'built-in',
    cert: 'cert-built-in',
    enableSignUp: true,
    redirectUris,
    ...values,
  });
  await desk.page.goto(`/applications/${name}?tab=${tab}`);
  await desk.heading(name);
  if (tab === 'sign-up') await grid().waitFor();
  return name;
}

const namesIn = (table: Locator) =>
  table
    .getByRole('button', { name: /^Edit \d+:/ })
    .allTextContents()
    .then((names) => names.slice(0, 4));
const focused = () => desk.page.evaluate<string>('document.activeElement.getAttribute("aria-label")');

test('rows with many values are read in the table, and one of them is open at a time', async () => {
  const { page, row, openRow } = desk;
  await openShop();
  await expect.poll(() => row(items, 6).innerText()).toContain('Normal');
  await row(items, 6).getByText('ON').first().waitFor();
  await openRow(items, 6);
  await page.getByRole('group', { name: `${items} 6: Email` }).waitFor();
  await openRow(items, 3);
  await page.getByRole('group', { name: `${items} 3: Display name` }).waitFor();
  expect(await page.getByRole('group', { name: /^Sign-up items \d/ }).count()).toBe(1);
  expect(await findingsInFull(page, undefined, '#signupItems-2-form')).toEqual([]);
  expect(await findings(page, undefined, '.rows-box')).toEqual([]);
  await row(items, 3)
    .getByRole('button', { name: /^Edit 3/ })
    .click();
  await page.getByRole('group', { name: /^Sign-up items \d/ }).waitFor({ state: 'detached' });
});

test('a row moves with the arrow keys, and screen readers hear its new place', async () => {
  const { page, save, stored } = desk;
  const name = await openShop();
  await page.getByRole('button', { name: 'Move 1: ID' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('Move 2: ID');
  await page.getByText('ID is now at place 2 of 8').waitFor({ state: 'attached' });
  await page.keyboard.press('End');
  await expect.poll(focused).toBe('Move 8: ID');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Move 1: ID');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => namesIn(grid())).toEqual(['Username', 'ID', 'Display name', 'Password']);
  await save();
  const { signupItems } = await stored('application', `admin/${name}`);
  expect(signupItems.map((each: { name: string }) => each.name).slice(0, 2)).toEqual(['Username', 'ID']);
});

/** Drags the handle of a row onto the middle of another one. */
async function drag(from: Locator, to: Locator, release = true): Promise<void> {
  const { mouse } = desk.page;
  const middleOf = async (place: Locator) => {
    const { x, y, width, height } = (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return [x + width / 2, y + height / 2] as const;
  };
  // Both are in view, because the page scrolls to a row that the pointer reaches at the edge.
  await to.scrollIntoViewIfNeeded();
  await from.scrollIntoViewIfNeeded();
  await mouse.move(...(await middleOf(from)));
  await mouse.down();
  const [x, y] = await middleOf(to);
  await mouse.move(x, y - 4, { steps: 5 });
  await mouse.move(x, y + 4, { steps: 5 });
  if (release) await mouse.up();
}

test('a row is dragged to its place, its open form goes along, and Escape gives up', async () => {
  const { page, row, openRow } = desk;
  await openShop();
  await openRow(items, 1);
  await drag(page.getByRole('button', { name: 'Move 1: ID' }), row(items, 3));
  await expect.poll(() => namesIn(grid())).toEqual(['Username', 'Display name', 'ID', 'Password']);
  await page.getByRole('group', { name: `${items} 3: ID` }).waitFor();
  await drag(page.getByRole('button', { name: 'Move 3: ID' }), row(items, 1), false);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect.poll(() => namesIn(grid())).toEqual(['Username', 'Display name', 'ID', 'Password']);
});

test('a new row is open, and the keyboard is in its first control', async () => {
  const { page } = desk;
  await openShop('providers');
  await page.getByRole('button', { name: 'Add: Providers' }).click();
  await expect.poll(focused).toBe('Name 1');
  await page.getByRole('group', { name: 'Providers 1: (empty)' }).waitFor();
  await page.getByText('Row 1 added').waitFor({ state: 'attached' });
});

test('a corrected row loses its error, the others keep theirs, and each error goes with its row', async () => {
  const { field, button, row, save } = desk;
  await openShop('settings');
  for (const [place, url] of [
    [1, 'https://a.example/#x'],
    [3, 'https://c.example/#x'],
  ] as const)
    await field(`Redirect URLs ${place}`).fill(url);
  await button('Save').click();
  const problem = 'must be an absolute URL without fragment';
  const wrongAt = async () => {
    const texts = await Promise.all([1, 2, 3].map((place) => row('Redirect URLs', place).innerText()));
    return texts.map((text) => text.includes(problem));
  };
  await expect.poll(wrongAt).toEqual([true, false, true]);
  await field('Redirect URLs 1').fill('https://a.example/');
  await expect.poll(wrongAt).toEqual([false, false, true]);
  await button('Up 3').click();
  await expect.poll(wrongAt).toEqual([false, true, false]);
  await button('Delete 1').click();
  await row('Redirect URLs', 1).getByText(problem).waitFor();
  await field('Redirect URLs 1').fill('https://c.example/');
  await save();
  expect(await grid('Redirect URLs').getByText(problem).count()).toBe(0);
});

test('an error inside a closed row opens it, and the row is marked', async () => {
  const { page, button, row } = desk;
  await openShop('providers', { providers: [] });
  await page.getByRole('button', { name: 'Add: Providers' }).click();
  await row('Providers', 1)
    .getByRole('button', { name: /^Edit 1/ })
    .click();
  await page.getByRole('group', { name: /^Providers 1/ }).waitFor({ state: 'detached' });
  await button('Save').click();
  await page
    .getByRole('group', { name: /^Providers 1/ })
    .getByText('must not be empty')
    .waitFor();
  await expect.poll(focused).toBe('Name 1');
  await row('Providers', 1).getByRole('img', { name: 'Error' }).waitFor();
});

test('on a phone, a row is two lines: its name with its buttons, and its values', async () => {
  const { page, row, openRow } = desk;
  await page.setViewportSize({ width: 390, height: 800 });
  await openShop();
  await openRow(items, 6);
  const heights = await Promise.all([2, 5, 6].map(async (place) => (await row(items, place).boundingBox())?.height));
  for (const height of heights) expect(height).toBeLessThan(110);
  const wide = await page.evaluate<number>('document.querySelector("#main").scrollWidth');
  expect(wide).toBeLessThanOrEqual(390);
  expect(await findingsInFull(page, undefined, '.rows-box')).toEqual([]);
  await page.setViewportSize({ width: 1600, height: 1000 });
});
