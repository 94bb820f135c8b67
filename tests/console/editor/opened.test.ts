import { accountItemNames } from '@doorwright/crds/options/account-items.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { add } from '../../harness/world.ts';
import { findings, findingsInFull, shown } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** An overlay belongs to a part of the page, is wholly visible, and obeys the keyboard. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { admin, app } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme', tags: ['staff|员工', 'guest'] });
  const hook = { organization: 'acme', url: 'https://example.com/hook' };
  for (let number = 10; number < 22; number++) await add(admin, 'webhook', { name: `hook-${number}`, ...hook });
  await add(admin, 'user', { owner: 'acme', name: 'ada', displayName: 'Ada', password: 'correct-horse' });
  await add(admin, 'role', { owner: 'acme', name: 'watch', users: ['acme/ada'] });
  await add(admin, 'provider', { name: 'github', category: 'OAuth', type: 'GitHub' });
  const shop = { organization: 'acme', redirectUris: ['https://shop.example/callback'] };
  await add(admin, 'application', { name: 'shop', providers: [{ name: 'github' }], ...shop });
  const till = { uid: 'u-till', name: 'till', fields: { displayName: 'Till', ...shop } };
  expect((await createOperator(app.url).put('application/admin/till', till)).status).toBe(200);
});

afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

interface Opener {
  what: string;
  /** The first tier opens one of each sort. */
  isTypical?: true;
  at: string;
  of: (page: Page) => Locator;
  /** A tip that a key has to open. */
  after?: string | RegExp;
  /** A row of a table that has to be open. */
  row?: readonly [table: string, place: number];
  keys?: readonly string[];
  opens?: string;
}

const named = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const box = (name: string) => (page: Page) => page.getByRole('combobox', { name, exact: true });
const button = ['Enter', 'Space', 'ArrowDown'];
const typed = ['ArrowDown', 'Enter'];

const openers: Opener[] = [
  { what: 'the menu of themes', at: '/', of: named('Appearance') },
  { what: 'the menu of languages', at: '/', of: named('Language') },
  { what: 'the menu of the account', isTypical: true, at: '/', of: named(/Admin$/) },
  { what: 'the menu of notifications', at: '/', after: /otifications?$/, of: named('Actions for Notifications') },
  { what: 'the column that is searched', at: '/webhooks', of: named(/^Column to search/) },
  { what: 'a filter', at: '/webhooks', of: named(/^Content type:/) },
  { what: 'the saved filters', at: '/webhooks?sortField=name&sortOrder=ascend', of: named('Saved filters') },
  { what: 'the time of creation', at: '/webhooks', of: (page) => named(/^Created time/)(page).first() },
  {
    what: 'the dialog of columns',
    isTypical: true,
    at: '/webhooks',
    of: named('Manage columns'),
    keys: ['Enter', 'Space'],
    opens: '[role=dialog]',
  },
  { what: 'a filter with groups', at: '/providers', of: named(/^Type:/) },
  { what: 'the menu of the first row', at: '/webhooks', of: (page) => named(/^Actions for hook/)(page).first() },
  {
    what: 'the menu of the last row',
    isTypical: true,
    at: '/webhooks',
    of: (page) => named(/^Actions for hook/)(page).last(),
  },
  {
    what: 'the size of a page',
    at: '/webhooks',
    of: (page) => page.locator('[id^=pages-][id$=-toggle]').filter({ visible: true }).last(),
    // Made by the library.
    keys: ['Enter', 'Space'],
  },
  { what: 'the menu of an object', at: '/webhooks/hook-10', of: named('Actions') },
  { what: 'a choice of a form', isTypical: true, at: '/webhooks/hook-10', of: named(/^Method:/) },
  { what: 'a reference of a form', at: '/webhooks/hook-10', of: box('Organization'), keys: typed },
  { what: 'several references', isTypical: true, at: '/roles/acme/watch', of: box('Members'), keys: typed },
  { what: 'a country', at: '/users/acme/ada?tab=profile', of: box('Country/Region'), keys: typed },
  { what: 'a tag', at: '/users/acme/ada?tab=profile', of: named(/^Tag:/) },
  {
    what: 'a choice of a last row',
    isTypical: true,
    at: '/organizations/acme?tab=account-page',
    row: ['Account items', accountItemNames.length],
    of: (page) => named(/^Modify rule/)(page).last(),
  },
  {
    what: 'a reference of a row',
    at: '/applications/shop?tab=providers',
    row: ['Providers', 1],
    of: box('Name 1'),
    keys: typed,
  },
  { what: 'a choice of a dialog', at: '/applications/till', after: 'Override temporarily', of: named(/^Duration/) },
  {
    what: 'help with a field',
    isTypical: true,
    at: '/webhooks/hook-10',
    of: named('Help for URL'),
    keys: ['Enter', 'Space'],
    opens: '.pf-v6-c-popover',
  },
];

const wide = { width: 1280, height: 800 };
const phone = { width: 390, height: 700 };
/** A window of 1280 by 1024 at 400 %. */
const lowest = { width: 320, height: 256 };

/** The corners that are not visible: out of the window, cut off, or covered. */
const hiddenCorners = (opened: Locator) =>
  opened.evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    const corners = [left + 8, right - 8].flatMap((x) => [top + 8, bottom - 8].map((y) => [x, y] as const));
    return corners.filter(([x, y]) => !node.contains(node.ownerDocument.elementFromPoint(x, y)));
  });

/** After a change of the window's size, the menu needs a moment to come or go, and moves the page. */
async function resize(size: typeof wide): Promise<void> {
  await desk.page.setViewportSize(size);
  await desk.page.locator(`#page-sidebar[aria-hidden="${size !== wide}"]`).waitFor({ state: 'attached' });
  await desk.visitor.atRest();
}

const hasKeyboard = (control: Locator) => control.evaluate((node) => node === node.ownerDocument.activeElement);

/** Opens a dialog or a drawer, which takes the focus. */
async function unfold(pressed: Locator): Promise<void> {
  await pressed.click();
  const isWithin = 'document.activeElement.closest("[role=dialog], [role=region]") !== null';
  await expect.poll(() => desk.page.evaluate(isWithin)).toBe(true);
}

/** Opens a list and takes its second choice. */
async function takeSecond(list: Locator): Promise<void> {
  const choices = desk.page.getByRole('option');
  await list.focus();
  for (const [place, key] of ['Enter', 'ArrowDown'].entries()) {
    await desk.page.keyboard.press(key);
    await expect.poll(() => hasKeyboard(choices.nth(place))).toBe(true);
  }
  await desk.page.keyboard.press('Enter');
}

const tried = isFull() ? openers : openers.filter(({ isTypical }) => isTypical);

test.each(tried)('$what opens by keys at its button, and returns the focus', async (opener) => {
  const { at, after, row, of, keys = button, opens = '.pf-v6-c-menu' } = opener;
  const { page, visitor } = desk;
  if (after || !page.url().endsWith(at)) await page.goto(at);
  await resize(wide);
  if (after) await unfold(named(after)(page).first());
  if (row) await desk.openRow(...row);
  const toggle = of(page);
  const overlay = page.locator(opens);
  const open = async (key: string) => {
    await toggle.scrollIntoViewIfNeeded();
    await toggle.focus();
    await page.keyboard.press(key);
    await overlay.waitFor();
    await visitor.atRest();
    await expect.poll(() => hiddenCorners(overlay)).toEqual([]);
  };
  const close = async () => {
    await page.keyboard.press('Escape');
    await overlay.waitFor({ state: 'detached' });
    await expect.poll(() => hasKeyboard(toggle)).toBe(true);
  };
  for (const key of keys) {
    await open(key);
    if (key === keys[0]) expect(await findingsInFull(page)).toEqual([]);
    await close();
  }
  await resize(phone);
  await open(keys[0] ?? '');
  // Other tests look at the rest of the page.
  expect(await findings(page, shown, opens)).toEqual([]);
  await close();
  if (!isFull()) return;
  await resize(lowest);
  await open(keys[0] ?? '');
  await close();
});

const tips = [
  { what: 'a text', at: '/applications/shop?tab=yaml', of: named('Copy: YAML') },
  { what: 'an address', at: '/applications/shop?tab=connect', of: (page: Page) => named(/^Copy: /)(page).first() },
];

test.each(tips)('the tip of the button that copies $what belongs to the page', async ({ at, of }) => {
  const { page } = desk;
  await page.setViewportSize(wide);
  await page.goto(at);
  await of(page).focus();
  await page.getByRole('tooltip').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
});

test('a choice by keys leaves the focus where it was, and Tab goes on from there', async () => {
  const { page } = desk;
  await page.setViewportSize(wide);
  await page.goto('/webhooks/hook-10');
  const method = named(/^Method:/)(page);
  await takeSecond(method);
  await expect.poll(() => method.textContent()).toBe('GET');
  await expect.poll(() => hasKeyboard(method)).toBe(true);
  const organization = box('Organization')(page);
  await organization.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option', { name: 'acme' }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.id')).toBe('Help for Name');
});

test('keys remove one of several choices, and its box keeps the focus', async () => {
  const { page } = desk;
  await page.goto('/roles/acme/watch');
  const taken = named('Delete ada')(page);
  await taken.focus();
  await page.keyboard.press('Enter');
  await taken.waitFor({ state: 'detached' });
  await expect.poll(() => hasKeyboard(box('Members')(page))).toBe(true);
  expect(await page.getByRole('listbox').count()).toBe(0);
});

test('keys make a choice in a dialog, and Escape closes its list only', async () => {
  const { page } = desk;
  await page.setViewportSize(wide);
  await page.goto('/applications/till');
  await unfold(named('Override temporarily')(page));
  const hours = named(/^Duration/)(page);
  await takeSecond(hours);
  await expect.poll(() => hours.textContent()).toBe('4 hours');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
