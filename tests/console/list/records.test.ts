import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { admin, app } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'role', { owner: 'acme', name: 'support', displayName: 'Support' });
  await admin.post('update-role', { displayName: 'Help' }, { query: { id: 'acme/support' } });
  await add(admin, 'user', { owner: 'acme', name: 'ada', displayName: 'Ada', password });
  const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'ada' };
  await app.client().post('login', { ...form, password: 'not-the-password' });
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const rows = () => desk.page.getByRole('grid', { name: 'Records' }).locator('tbody tr');
const drawer = () => desk.page.locator('.pf-v6-c-drawer__panel');
const cells = async (label: string) => {
  const texts = await rows().locator(`td[data-label="${label}"]`).allTextContents();
  return [...new Set(texts.map((text) => text.trim()))];
};

test('the list says in words who did what to which object, and how it ended', async () => {
  const { page } = desk;
  await page.goto('/records');
  const changed = rows().filter({ hasText: 'Role changed' });
  await changed.getByRole('link', { name: 'acme/support' }).waitFor();
  await changed.getByText('Done').waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(
    expect.arrayContaining(['Timestamp', 'User', 'Action', 'Object', 'Outcome']),
  );
  const refused = rows().filter({ hasText: 'Refused' });
  await refused.getByText('wrong user name or password').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
});

test("a user's page says in words what they did, and which sign-ins to their account were refused", async () => {
  const { page, admin, app } = desk;
  const client = await app.signedIn('acme', 'ada', password);
  await client.get('get-account');
  // A refused change of an administrator names the user too, and is no sign-in of theirs.
  await admin.post('update-user', { email: 'not an address' }, { query: { id: 'acme/ada' } });
  await page.goto('/users/acme/ada?tab=records');
  await expect.poll(() => cells('Action')).toEqual(['Sign-in']);
  expect(await cells('Object')).toEqual(['User acme/ada']);
  expect(await cells('Outcome')).toEqual(['Done', 'Refused wrong user name or password']);
});

test('an auditor finds what one person did, and every action of one sort, and sees the exact time', async () => {
  const { page } = desk;
  await page.goto('/records');
  await page.getByRole('combobox', { name: 'User', exact: true }).click();
  await page.getByRole('combobox', { name: 'User', exact: true }).fill('adm');
  await page.getByRole('option', { name: 'admin', exact: false }).first().click();
  await page.waitForURL('**/records?user=admin');
  await page.getByRole('combobox', { name: 'Action', exact: true }).click();
  await page.getByRole('combobox', { name: 'Action', exact: true }).fill('role ch');
  await page.getByRole('option', { name: 'Role changed' }).click();
  await page.waitForURL('**/records?user=admin&action=update-role');
  await expect.poll(() => cells('Action')).toEqual(['Role changed']);
  await expect.poll(() => cells('User')).toEqual(['admin']);
  for (const time of await cells('Timestamp')) expect(time).toMatch(/^\d+\/\d+\/\d+, \d+:\d\d:\d\d/);
  expect(await findingsInFull(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await rows().filter({ hasText: 'Refused' }).first().waitFor();
});

test('a refusal says why in the words of the reader', async () => {
  const unknown = { owner: 'acme', name: 'sub', user: 'nobody-here', plan: 'nothing' };
  expect((await desk.admin.post('add-subscription', unknown)).body.code).toBe('unknown-reference');
  const { page, complaints } = await desk.visitAs(desk.admin, { locale: 'de-DE' });
  await page.goto('/records?action=add-subscription');
  await page.getByRole('gridcell', { name: 'Abgelehnt ein anderes Objekt existiert nicht' }).waitFor();
  expect(complaints).toEqual([]);
});

test('the drawer shows the changed fields before and after, and limits the list to a value', async () => {
  const { page } = desk;
  await page.goto('/records?action=update-role');
  const opener = rows().first().locator('button.pf-m-link');
  expect(await opener.getAttribute('aria-expanded')).toBe('false');
  await opener.press('Enter');
  await rows().first().locator('button.pf-m-link[aria-expanded=true]').waitFor();
  expect(await page.locator('tbody tr.is-open').count()).toBe(1);
  const table = drawer().getByRole('grid', { name: 'Changed fields' });
  await expect.poll(() => table.locator('tbody td').allTextContents()).toEqual(['Display name', 'Support', 'Help']);
  await drawer().getByText('Request ID', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await drawer().getByRole('button', { name: 'Only these: Object' }).click();
  await page.waitForURL(
    `**/records?action=update-role&object=${encodeURIComponent('role acme/support').replace('%20', '+')}`,
  );
});

test('filters of several fields hold together, stay in the address, and go one by one', async () => {
  const { page, button } = desk;
  await page.goto('/records?object=role+acme%2Fsupport&text=add');
  await expect.poll(() => cells('Action')).toEqual(['Role added']);
  await page.reload();
  await expect.poll(() => cells('Action')).toEqual(['Role added']);
  await button('Close add').click();
  await expect.poll(() => cells('Action')).toEqual(['Role changed', 'Role added']);
  await page
    .getByRole('searchbox', { name: 'Search Any text' })
    .or(page.getByPlaceholder('Any text'))
    .first()
    .fill('update');
  await page.keyboard.press('Enter');
  await expect.poll(() => cells('Action')).toEqual(['Role changed']);
});

test('the filters in force are named in words, and so is what the drawer shows', async () => {
  const { page, app } = desk;
  const { table, toRow } = app.store('record');
  const told = { owner: 'acme', organization: 'acme', version: 1, createdTime: '2026-03-01T10:00:00.000Z' };
  const signedIn = { user: 'app/shop', action: 'login', protocol: 'oidc', application: 'admin/shop' };
  await app.db(table).insert(toRow({ ...told, ...signedIn, name: 'by-shop', object: 'user acme/ada' }));
  const filters = { ...signedIn, object: 'user acme/ada', outcome: 'ok' };
  await page.goto(`/records?${new URLSearchParams(filters)}`);
  for (const text of ['Application shop', 'Sign-in', 'OpenID Connect', 'shop', 'User acme/ada', 'Done'])
    await desk.button(`Close ${text}`).waitFor();
  await rows().first().locator('button.pf-m-link').press('Enter');
  await drawer().getByText('OpenID Connect').waitFor();
  expect(await drawer().getByRole('link', { name: 'shop', exact: true }).last().getAttribute('href')).toMatch(
    /\/applications\/.*shop$/,
  );
  expect(await findingsInFull(page)).toEqual([]);
});

test('the tools take two rows of a usual window, with room to type in the search', async () => {
  const { page } = desk;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/records');
  await rows().first().waitFor();
  const tool = (name: string | RegExp) => page.getByRole('button', { name }).first();
  const boxOf = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0, width: 0 };
  const middleOf = async (of: Locator) => {
    const { y, height } = await boxOf(of);
    return Math.round(y + height / 2);
  };
  const [first, second] = [await middleOf(tool(/^Column to search/)), await middleOf(tool('Manage columns'))];
  for (const name of [/^Method:/, /^Outcome:/, /^Timestamp/])
    expect([first, second]).toContain(await middleOf(tool(name)));
  expect(await middleOf(tool('Next page'))).toBe(second);
  expect((await boxOf(page.getByRole('textbox', { name: /^Search/ }).first())).width).toBeGreaterThan(150);
  await page.setViewportSize({ width: 1600, height: 1000 });
});

test('an editor leads to the records of its object, and the export has the filters of the list', async () => {
  const { page, button } = desk;
  await page.goto('/roles/acme/support');
  await button('Actions').click();
  await page.getByRole('menuitem', { name: 'Records of this object' }).click();
  await expect.poll(() => cells('Action')).toEqual(['Role changed', 'Role added']);
  await button('Export all').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click();
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).action),
  ).toEqual(['update-role', 'add-role']);
});
