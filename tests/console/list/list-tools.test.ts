import { readFile } from 'node:fs/promises';
import { role } from '@doorwright/crds/kinds/role.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import { createOperator } from '../../declared/operator.ts';
import { add } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { signInAs } from '../world/browser.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { admin } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  const ada = { displayName: 'Ada', email: 'ada@example.com', isAdmin: true, password: 'correct-horse' };
  await add(admin, 'user', { owner: 'acme', name: 'ada', ...ada });
  await add(admin, 'user', { owner: 'acme', name: 'bob', displayName: '=Bob', isForbidden: true });
  for (let number = 1; number <= 12; number++) await add(admin, 'role', { owner: 'acme', name: `role-${number}` });
  // The storage belongs to an open page.
  await desk.page.goto('/');
});
afterAll(() => desk?.close());
beforeEach(() => desk.page.evaluate('localStorage.clear()'));
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const heads = async (list: string) => {
  const all = desk.page.getByRole('grid', { name: list }).getByRole('columnheader');
  return (await all.allTextContents()).filter((text) => text && text !== 'Action');
};
const rowOf = (name: string) =>
  desk.page.getByRole('row').filter({ has: desk.page.getByRole('link', { name, exact: true }) });
const check = (name: string) => desk.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
const total = (text: string) => desk.page.getByText(text).filter({ visible: true }).first().waitFor();
const dialog = () => desk.page.getByRole('dialog');
const inDialog = (name: string): Locator => dialog().getByRole('button', { name, exact: true });

describe('The columns of a list', () => {
  test('are five that matter, until the user chooses others, which the browser keeps', async () => {
    const { page, button } = desk;
    await page.goto('/users');
    await expect.poll(() => heads('Users')).toEqual(['Name', 'Display name', 'Email', 'Organization', 'Created time']);
    await button('Manage columns').click();
    await dialog().getByLabel('Phone').check();
    await dialog().getByLabel('Email').uncheck();
    expect(await findings(page)).toEqual([]);
    await inDialog('Save').click();
    const chosen = ['Name', 'Display name', 'Organization', 'Created time', 'Phone'];
    await expect.poll(() => heads('Users')).toEqual(chosen);
    await page.reload();
    await expect.poll(() => heads('Users')).toEqual(chosen);
    // Another person in the same browser has their own.
    const { browser, app, visitor } = desk;
    const storageState = await visitor.context.storageState();
    const other = await browser.visit(app.url, {
      storageState: { ...storageState, cookies: [] },
      viewport: { width: 1600, height: 1000 },
    });
    await signInAs(other, await app.signedIn('acme', 'ada', 'correct-horse'), app.url);
    await other.page.goto('/users');
    await other.page.getByRole('columnheader', { name: 'Email' }).waitFor();
    expect(await other.page.getByRole('columnheader', { name: 'Phone' }).count()).toBe(0);
    await other.context.close();
    await button('Manage columns').click();
    await inDialog('Restore defaults').click();
    await inDialog('Save').click();
    await expect.poll(async () => (await heads('Users')).length).toBe(5);
  });

  test('are in the order of the specification when the user selects all', async () => {
    const { page, button } = desk;
    await page.goto('/roles');
    await button('Manage columns').click();
    await inDialog('Select all').click();
    await inDialog('Save').click();
    const specified = ['owner', 'name', 'createdTime', 'displayName', 'users', 'roles', 'isEnabled'];
    const titles = specified.map((name) => fieldsOf(role).find((field) => field.name === name)?.title);
    await expect.poll(() => heads('Roles')).toEqual(titles);
  });
});

describe('The rows of a list', () => {
  test('have badges for what is exceptional', async () => {
    const { page } = desk;
    await page.goto('/organizations/acme/users');
    await rowOf('ada').getByText('Administrator', { exact: true }).waitFor();
    await rowOf('bob').getByText('Blocked', { exact: true }).waitFor();
    expect(await rowOf('ada').getByText('Blocked').count()).toBe(0);
  });

  test('have a mark if Kubernetes manages them, with the name of the resource', async () => {
    const { page, app } = desk;
    const fields = { organization: 'acme', displayName: 'Shop' };
    await createOperator(app.url).put('application/admin/shop', { uid: 'u-shop', name: 'checkout', fields });
    await page.goto('/applications');
    const mark = rowOf('shop').getByText('Kubernetes', { exact: true });
    await mark.waitFor();
    await rowOf('shop')
      .getByTitle(/^Managed by Kubernetes: applications\.doorwright\.dev .*\/checkout$/)
      .waitFor();
    expect(await rowOf('app-built-in').getByText('Kubernetes').count()).toBe(0);
  });

  test('have a mark if a file manages them, which the page of the object names', async () => {
    const { page, app } = desk;
    const declaration = {
      ...{ uid: 'u-stall', name: 'stall', cluster: 'folder:/srv/manifests' },
      fields: { organization: 'acme', displayName: 'Stall' },
    };
    expect((await createOperator(app.url).put('application/admin/stall', declaration)).status).toBe(200);
    await page.goto('/applications');
    await rowOf('stall').getByText('File', { exact: true }).waitFor();
    const named = 'Managed by a file: applications.doorwright.dev shop/stall';
    await rowOf('stall').getByTitle(named).waitFor();
    expect(await rowOf('stall').getByText('Kubernetes').count()).toBe(0);
    await page.goto('/applications/stall');
    await page.getByText(named).waitFor();
    await page.getByText('can only be changed there, in the folder /srv/manifests.').waitFor();
  });

  test.each([
    { change: 'another page', press: 'Next page', path: '/roles', shows: 'role-1' },
    { change: 'another order', press: 'Name', path: '/roles', shows: 'role-1' },
    { change: 'no search', press: 'Close role-1', path: '/roles?field=name&value=role-1', shows: 'role-11' },
  ])(
    'never stand under the numbers of $change: skeletons wait in their place',
    async ({ change, press, path, shows }) => {
      const { page } = desk;
      await page.goto(path);
      await page.getByRole('link', { name: 'role-12' }).waitFor();
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route('**/api/get-roles*', async (route) => {
        await promise;
        await route.continue();
      });
      await page.getByRole('button', { name: press, exact: true }).filter({ visible: true }).first().click();
      if (change === 'another page') await page.getByText('11–12').filter({ visible: true }).first().waitFor();
      await page.locator('.skeleton-row').first().waitFor();
      expect(await page.getByRole('link', { name: /^role-/ }).count()).toBe(0);
      expect(await page.locator('.skeleton-row').count()).toBe(10);
      resolve();
      await page.getByRole('link', { name: shows, exact: true }).waitFor();
      await page.unroute('**/api/get-roles*');
    },
  );
});

describe('Selected rows', () => {
  test('are disabled and enabled together', async () => {
    const { page, button, stored } = desk;
    await page.goto('/roles');
    for (const name of ['role-11', 'role-12']) await check(name);
    await page.getByText('2 selected').waitFor();
    expect(await findingsInFull(page)).toEqual([]);
    await button('Disable').click();
    await dialog().getByText('role-12').waitFor();
    await inDialog('Disable').click();
    await page.getByText('2 objects disabled').waitFor();
    await rowOf('role-11').getByText('Disabled', { exact: true }).waitFor();
    expect((await stored('role', 'acme/role-12')).isEnabled).toBe(false);
    for (const name of ['role-11', 'role-12']) await check(name);
    await button('Enable').click();
    await inDialog('Enable').click();
    await page.getByText('2 objects enabled').waitFor();
    expect((await stored('role', 'acme/role-12')).isEnabled).toBe(true);
  });

  test('stay selected on other pages, and end with a new search', async () => {
    const { page, button } = desk;
    await page.goto('/roles');
    await check('role-12');
    await page.getByRole('button', { name: 'Next page' }).first().click();
    await check('role-1');
    await page.getByText('2 selected').waitFor();
    await button('Clear selection').click();
    await page.getByRole('textbox', { name: 'Search Name' }).waitFor();
  });

  test('are deleted after a question; those that fail are named and stay selected', async () => {
    const { page, button, admin, stored } = desk;
    await add(admin, 'application', { name: 'to-go', displayName: 'To go', organization: 'acme' });
    await page.goto('/applications');
    for (const name of ['to-go', 'app-built-in']) await check(name);
    await button('Delete').click();
    await page.getByRole('heading', { name: /Delete 2 objects\?$/ }).waitFor();
    await inDialog('Delete').click();
    await dialog().getByText('1 object failed').waitFor();
    await dialog()
      .getByText(/^app-built-in: /)
      .waitFor();
    expect(await findingsInFull(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1 selected').waitFor();
    expect(await stored('application', 'admin/to-go')).toBe(null);
    expect(await stored('application', 'admin/app-built-in')).not.toBe(null);
  });

  test('are exported as CSV, without secrets and without formulas', async () => {
    const { page, button } = desk;
    await page.goto('/organizations/acme/users');
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export').click()]);
    expect(download.suggestedFilename()).toBe('users.csv');
    const [head = '', ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head).toContain('"owner","signupApplication","name"');
    expect(head).not.toContain('password');
    expect(lines.find((line) => line.includes('"bob"'))).toContain(`"'=Bob"`);
  });
});

describe('The filters of a list', () => {
  test('limit it to days on the clock of the user', async () => {
    const { page, choose } = desk;
    await page.goto('/roles');
    await choose(page.getByRole('button', { name: /^Created time:/ }), 'Last 7 days');
    await total('12 in total');
    expect(new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
    await choose(page.getByRole('button', { name: /^Created time:/ }), 'From … to …');
    await dialog().getByLabel('From').fill('2020-01-01');
    await dialog().getByLabel('To', { exact: true }).fill('2019-01-01');
    await dialog().getByText('The first day must not be after the last day.').waitFor();
    await dialog().getByLabel('To', { exact: true }).fill('2020-01-31');
    expect(await findingsInFull(page)).toEqual([]);
    await inDialog('Apply').click();
    await page.getByText('No results').waitFor();
    await page.getByText('Jan 1 – 31, 2020').waitFor();
    await page.getByRole('button', { name: /^Close Jan 1/ }).click();
    await total('12 in total');
  });

  test('are kept under a name', async () => {
    const { page, button } = desk;
    await page.goto('/roles?field=name&value=role-1&sortField=name&sortOrder=ascend');
    await button('Saved filters').click();
    await page.getByRole('menuitem', { name: 'Save this filter' }).click();
    await dialog().getByLabel('Name').fill('Ones');
    await inDialog('Save').click();
    await page.goto('/roles');
    await button('Saved filters').click();
    await page.getByRole('menuitem', { name: 'Ones' }).click();
    await total('4 in total');
    await expect.poll(() => new URL(page.url()).searchParams.get('sortField')).toBe('name');
    await button('Saved filters').click();
    await page.getByRole('menuitem', { name: 'Delete “Ones”' }).click();
    await page.goto('/roles');
    await total('12 in total');
    expect(await page.getByRole('button', { name: 'Saved filters' }).count()).toBe(0);
  });
});

test('the tools of a list with two buttons are one line on a usual screen, and two where they need more room', async () => {
  const { page } = desk;
  await add(desk.admin, 'organization', { name: 'crowd' });
  await loadUsers(desk.app.db, 'crowd', 1200);
  const tops = () =>
    page.evaluate<number>(`new Set([...document.querySelectorAll('.list-search, .pf-v6-c-toolbar .pf-v6-c-pagination')]
      .map((each) => { const { top, height } = each.getBoundingClientRect(); return Math.round(top + height / 2); })).size`);
  await page.goto('/organizations/crowd/users');
  await page.getByRole('button', { name: 'Upload (.xlsx)' }).waitFor();
  for (const [width, lines] of [
    [1440, 1],
    [390, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await total('1,200 in total');
    await expect.poll(tops).toBe(lines);
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
});

test('a record shows its details beside the list, and the focus returns to its row', async () => {
  const { page } = desk;
  await page.goto('/records?field=action&value=add-organization');
  const opener = page.getByRole('grid', { name: 'Records' }).getByRole('row').nth(1).getByRole('button').first();
  await opener.click();
  const panel = page.getByRole('dialog').or(page.locator('.pf-v6-c-drawer__panel'));
  await panel.getByRole('heading', { name: 'Record: details' }).waitFor();
  await panel.getByText('/api/add-organization').waitFor();
  await panel
    .getByText(/GMT|UTC/)
    .first()
    .waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
  expect(await page.evaluate("document.activeElement.closest('tbody tr') !== null")).toBe(true);
});
