import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** A page of a list gives way to another one. Nothing of its objects may stay. */

const users = '/organizations/acme/users';
let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme' });
  await loadUsers(desk.app.db, 'acme', 25);
});
afterAll(() => desk?.close());

const link = (name: string) => desk.page.locator('main tbody').getByRole('link', { name, exact: true });
const actions = (name: string) => desk.page.getByRole('button', { name: `Actions for ${name}`, exact: true });
const next = () => desk.page.getByRole('button', { name: 'Next page' }).first().click();
const nameIn = (place: number) => desk.page.locator('main tbody tr').nth(place).getByRole('link').first().innerText();

let first: string;
let second: string;

beforeEach(async () => {
  const { page } = desk;
  await page.goto(`${users}?sortField=name&sortOrder=ascend`);
  await link('user_1').waitFor();
  first = await nameIn(0);
  await next();
  await expect.poll(() => nameIn(0)).not.toBe(first);
  second = await nameIn(0);
});
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

/** A reader goes back with the keyboard, so the focus and what is open stay where they are. */
async function back() {
  await desk.page.goBack();
  await link(first).waitFor();
}

describe('A page of a list', () => {
  test('has no menu of a row of another page', async () => {
    const { page } = desk;
    await actions(second).click();
    await page.getByRole('menu').waitFor();
    await back();
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await page.goForward();
    await link(second).waitFor();
    expect(await page.getByRole('menu').count()).toBe(0);
    // The menu of each row leads to its own object.
    await actions(second).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.waitForURL(`**/users/acme/${second}`);
  });

  test('has no question whether to delete an object of another page', async () => {
    const { page } = desk;
    await actions(second).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await back();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('has the selected rows selected, and no others in their places', async () => {
    const { page } = desk;
    await page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).check();
    await back();
    expect(await page.locator('main tbody :checked').count()).toBe(0);
    expect(await page.locator('main tbody .pf-m-selected').count()).toBe(0);
    await page.goForward();
    await link(second).waitFor();
    expect(await page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Clear selection' }).click();
  });

  test('does not give the focus of a row to another object', async () => {
    const { page } = desk;
    await page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).focus();
    await back();
    expect(await page.evaluate("document.activeElement.closest('tbody')")).toBe(null);
  });
});

test('an object keeps its row when the order changes, and with it the focus', async () => {
  const { page } = desk;
  await page.goto(`${users}?pageSize=50&sortField=name&sortOrder=ascend`);
  const order = page.getByRole('button', { name: 'Name', exact: true });
  // Both orders are known then, as the page above.
  for (const top of ['user_9', 'user_1']) {
    await order.click();
    await expect.poll(() => nameIn(0)).toBe(top);
  }
  await link('user_1').focus();
  await page.evaluate(
    "document.querySelectorAll('main tbody tr').forEach((row) => { row.shows = row.querySelector('a').textContent; })",
  );
  // A click would move the focus.
  await order.evaluate((button: HTMLElement) => button.click());
  await expect.poll(() => nameIn(0)).not.toBe(first);
  const rows = await page.evaluate<[string, string][]>(
    "[...document.querySelectorAll('main tbody tr')].map((row) => [row.shows, row.querySelector('a').textContent])",
  );
  expect(rows.length).toBe(25);
  for (const [before, now] of rows) expect(before).toBe(now);
  expect(await page.evaluate('document.activeElement.textContent')).toBe('user_1');
});

test('the labels of a cell fold again on another page', async () => {
  const { page, admin } = desk;
  const resources = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of resources) await add(admin, 'application', { name, organization: 'acme' });
  for (let at = 1; at <= 12; at++)
    await add(admin, 'permission', { owner: 'acme', name: `permission-${String(at).padStart(2, '0')}`, resources });
  await page.goto('/permissions?sortField=name&sortOrder=ascend&field=owner&value=acme');
  await link('permission-01').waitFor();
  const row = page.locator('main tbody tr').first();
  await row.getByRole('button', { name: '2 more' }).click();
  await row.getByRole('button', { name: 'Show less' }).waitFor();
  await next();
  await link('permission-11').waitFor();
  await row.getByRole('button', { name: '2 more' }).waitFor();
});
