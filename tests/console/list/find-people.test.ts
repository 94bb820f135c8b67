import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { admin, app } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  const people = [
    { name: 'mia', displayName: 'Mia Lindqvist', email: 'mia@books.example', phone: '13812345678' },
    { name: 'noah', displayName: 'Noah Lindqvist', email: 'noah@films.example', isForbidden: true },
    { name: 'lee', displayName: 'Lee Park', email: 'lee@books.example' },
  ];
  for (const person of people) await add(admin, 'user', { owner: 'acme', ...person });
  await app.db.raw(
    `INSERT INTO users (owner, name, created_time, id, display_name, email)
     SELECT 'acme', 'clerk-' || n, '2026-01-01', 'clerk-' || n, 'Clerk ' || n, 'clerk' || n || '@acme.example'
       FROM generate_series(1, 120) AS n`,
  );
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const rows = async () => {
  const links = desk.page
    .getByRole('grid', { name: 'Users' })
    .getByRole('link', { name: /^(mia|noah|lee|clerk-\d+)$/ });
  return (await links.allTextContents()).toSorted();
};
const box = () => desk.page.getByRole('textbox', { name: 'Search Name, email, phone or ID' });
const query = () => Object.fromEntries(new URL(desk.page.url()).searchParams);
const filter = (name: string | RegExp) => desk.page.getByRole('menuitem', { name }).getByRole('checkbox');

test('the list of users begins with one search over name, display name, email, phone and id', async () => {
  const { page, admin } = desk;
  await page.goto('/users');
  const { id } = (await admin.get('get-user', { id: 'acme/lee' })).body.data;
  for (const [text, found] of [
    ['lindqvist', ['mia', 'noah']],
    ['@books', ['lee', 'mia']],
    ['12345678', ['mia']],
    [id, ['lee']],
  ] as const) {
    await box().fill(text);
    await box().press('Enter');
    await expect.poll(rows).toEqual(found);
    expect(query()).toEqual({ text });
  }
  // A search in one column is still there.
  await desk.choose(desk.button('Column to search: Any text'), 'Email');
  await page.getByRole('textbox', { name: 'Search Email' }).fill('films');
  await page.keyboard.press('Enter');
  await expect.poll(rows).toEqual(['noah']);
  expect(query()).toEqual({ field: 'email', value: 'films' });
});

test('filters are combined with the search, stand in the address, and are removed one by one', async () => {
  const { page, button } = desk;
  await page.goto('/users?text=lindqvist');
  await expect.poll(rows).toEqual(['mia', 'noah']);
  await button('Filter').click();
  await filter('Blocked').click();
  await expect.poll(rows).toEqual(['noah']);
  await filter('Never signed in').click();
  expect(await findings(page)).toEqual([]);
  expect(query()).toEqual({ text: 'lindqvist', blocked: 'true', neverSignedIn: 'true' });
  await page.keyboard.press('Escape');
  await page.reload();
  await expect.poll(rows).toEqual(['noah']);
  await page.getByText('1 in total').filter({ visible: true }).first().waitFor();
  await page.getByRole('button', { name: 'Close Blocked' }).click();
  await expect.poll(rows).toEqual(['mia', 'noah']);
  expect(query()).toEqual({ text: 'lindqvist', neverSignedIn: 'true' });
});

test('people who have not signed in since a day are found by that day', async () => {
  const { page, button } = desk;
  await page.goto('/organizations/acme/users');
  await button('Filter').click();
  await page.getByRole('menuitem', { name: /^Not signed in since/ }).click();
  await page.getByLabel('Day').fill('2026-02-01');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByText('120 in total').filter({ visible: true }).first().waitFor();
  expect(query()).toEqual({ notSignedInSince: '2026-02-01' });
  await page.getByText('Feb 1, 2026').waitFor();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.getByText('123 in total').filter({ visible: true }).first().waitFor();
});

test('people of a usual period are found by one press, and their days stand in the address', async () => {
  const { page, button } = desk;
  await page.goto('/organizations/acme/users');
  await button('Filter').click();
  await page.getByRole('menuitem', { name: /^Created time/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Created time' });
  // The first field has the focus, not the cross that closes the dialog.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('created-from');
  await dialog.getByRole('button', { name: 'Last 7 days', exact: true }).click();
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(rows).toEqual(['lee', 'mia', 'noah']);
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toLocaleDateString('en-CA');
  expect(query()).toEqual({ from: day(6), to: day(0) });
});

test('a list that finds nobody says so, and offers to clear the filters', async () => {
  const { page } = desk;
  await page.goto('/users?text=nobody-at-all&blocked=true');
  await page.getByRole('heading', { name: 'No results' }).waitFor();
  await page.getByRole('button', { name: 'Clear all filters' }).first().click();
  await page.getByRole('link', { name: 'lee', exact: true }).waitFor();
});

test('Ctrl+K shows all, in the list with the same search', async () => {
  const { page } = desk;
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Quick search' }).fill('clerk');
  const last = page.getByRole('option', { name: 'Show all 120' });
  await last.waitFor();
  expect(await findings(page)).toEqual([]);
  await last.click();
  await page.waitForURL('**/users?text=clerk');
  await page.getByText('120 in total').filter({ visible: true }).first().waitFor();
});

test('a picker of users finds them by their email, and shows who they are', async () => {
  const { page } = desk;
  await add(desk.admin, 'group', { owner: 'acme', name: 'readers', displayName: 'Readers' });
  await page.goto('/groups/acme/readers');
  const users = page.getByRole('combobox', { name: 'Members', exact: true });
  await users.click();
  await users.fill('@books');
  const mia = page.getByRole('option', { name: /mia.*Mia Lindqvist/ });
  await mia.waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(2);
  expect(await findings(page)).toEqual([]);
  await mia.click();
  await page.getByRole('button', { name: 'Delete mia' }).waitFor();
});

test('all that match are blocked, on all pages, and those that were refused are told with the reason', async () => {
  const { page, button, app } = desk;
  await page.goto('/organizations/acme/users?text=clerk&pageSize=10');
  await page.getByRole('link', { name: 'clerk-99', exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button('Select all 120 that match').click();
  await page.getByText('120 selected').waitFor();
  await button('Block').click();
  await page.getByRole('dialog', { name: 'Block 120 users?' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await app.db('users').where({ name: 'clerk-7' }).delete();
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('119 done').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: /clerk.7: /i })
    .waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the list' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).slice(1).split('\r\n');
  expect(lines).toEqual(['"User","Reason"', expect.stringContaining('"acme/clerk-7","')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  const blocked = await app.db('users').where({ owner: 'acme', is_forbidden: true }).count({ total: '*' });
  expect(Number(blocked[0]?.total)).toBe(120);
});

test('an action on all that match stops when the user says so, and tells what was done', async () => {
  const { page, button, app } = desk;
  await page.goto('/organizations/acme/users?text=clerk&pageSize=10');
  await page.getByRole('link', { name: 'clerk-99', exact: true }).waitFor();
  let count = 0;
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/update-user*', async (route) => {
    count += 1;
    if (count > 8) begun.resolve();
    if (count > 8) await held.promise;
    await route.continue();
  });
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await button('Select all 119 that match').click();
  await button('Unblock').click();
  await page.getByRole('dialog', { name: 'Unblock 119 users?' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click();
  await begun.promise;
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click();
  held.resolve();
  await page.getByText(/^\d+ not begun$/).waitFor();
  const done = Number.parseInt((await page.getByText(/^\d+ done$/).textContent()) ?? '', 10);
  await page.unroute('**/api/update-user*');
  const [left] = await app.db('users').where({ owner: 'acme', is_forbidden: true }).count({ total: '*' });
  expect(Number(left?.total)).toBe(120 - done);
  expect(done).toBeLessThan(20);
});

test('all that match are exported as CSV, on all pages, without secrets and formulas', async () => {
  const { page, button, app } = desk;
  // More than a page of the server has, all of one moment, as after an import.
  await app.db.raw(
    `INSERT INTO users (owner, name, created_time, id, display_name, password)
     SELECT 'acme', 'twin-' || n, '2026-01-02', 'twin-' || n, CASE n WHEN 7 THEN '=1+1' ELSE 'Twin' END, 'a-digest'
       FROM generate_series(1, 2300) AS n`,
  );
  await page.goto('/organizations/acme/users?text=twin-&pageSize=10');
  await page.getByText('2,300 in total').filter({ visible: true }).first().waitFor();
  const saved = page.waitForEvent('download');
  await button('Export all that match').click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  const lines = csv.split('\r\n');
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toHaveLength(1 + 2300);
  expect(lines[0]).toMatch(/^\uFEFF"owner",.*"email"/);
  expect(csv).toContain(`"'=1+1"`);
  expect(csv).not.toContain('a-digest');
});
