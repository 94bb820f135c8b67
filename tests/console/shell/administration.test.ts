import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
let admin: Client;
let page: Page;

beforeAll(async () => {
  desk = await openDesk();
  ({ admin, page } = desk);
  await page.setViewportSize({ width: 1280, height: 900 });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const heading = (name: string) => desk.heading(name);
const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
const path = () => new URL(page.url()).pathname;
const newRole = (name: string, rest = {}) =>
  add(admin, 'role', { owner: 'built-in', name, displayName: name, ...rest });
const storedRole = async (name: string) => (await admin.get('get-role', { id: `built-in/${name}` })).body;

test('an administrator adds a role, and cancels another one', async () => {
  await page.goto('/roles');
  await button('Add').click();
  await heading('New role');
  const night = `Night watch ${randomUUID()}`;
  await page.getByLabel('Display name', { exact: true }).fill(night);
  await button('Save & Exit').click();
  await heading('Roles');
  await page.getByRole('gridcell', { name: night }).waitFor();

  await button('Add').click();
  await heading('New role');
  const given = await page.getByLabel('Name', { exact: true }).inputValue();
  expect(given).toMatch(/^role_[a-z0-9]{6}$/);
  await button('Cancel').click();
  await heading('Roles');
  expect((await storedRole(given)).code).toBe('not-found');
});

test('saving a role under a new name stays on the page and moves its address', async () => {
  await newRole('porters');
  await page.goto('/roles/built-in/porters');
  await heading('porters');
  await page.getByLabel('Name', { exact: true }).fill('gatekeepers');
  await button('Save').click();
  await page.waitForURL('**/roles/built-in/gatekeepers');
  await heading('gatekeepers');
  expect((await storedRole('porters')).code).toBe('not-found');
});

test('text that is typed during a save stays, and is unsaved', async () => {
  await newRole('sowers');
  await page.goto('/roles/built-in/sowers');
  await heading('sowers');
  const name = page.getByLabel('Display name', { exact: true });
  await name.fill('Sowers');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/update-role*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await button('Save').click();
  await name.fill('Sowers and reapers');
  held.resolve();
  await page.getByText('Successfully saved').first().waitFor();
  await page.unroute('**/api/update-role*');
  expect(await name.inputValue()).toBe('Sowers and reapers');
  expect((await storedRole('sowers')).data.displayName).toBe('Sowers');
  await page.getByRole('link', { name: 'Roles', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.waitForURL('**/roles');
});

test('a refused save says why, and the name is the old one again', async () => {
  await newRole('first');
  await newRole('second');
  await page.goto('/roles/built-in/second');
  await page.getByLabel('Name', { exact: true }).fill('first');
  await button('Save').click();
  await page.getByText('Another Role already has this name').first().waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('second');
});

test('a role is deleted after a confirmation', async () => {
  await newRole('doomed');
  await page.goto('/roles?field=name&value=doomed');
  await button('Actions for doomed').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Sure to delete role: doomed ?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No results').waitFor();
  expect((await storedRole('doomed')).code).toBe('not-found');
});

test('a page with changes asks before it is left', async () => {
  await newRole('kept');
  await page.goto('/roles/built-in/kept');
  await page.getByLabel('Display name', { exact: true }).fill('Changed');
  await page.getByRole('link', { name: 'Models' }).click();
  await button('Stay').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(path()).toBe('/roles/built-in/kept');
  await page.getByRole('link', { name: 'Models' }).click();
  await button('Leave').click();
  await heading('Models');
});

test('a user whose save meets a newer version sees the differences, and may overwrite it', async () => {
  const before = await newRole('shared');
  await page.goto('/roles/built-in/shared');
  await page.getByLabel('Display name', { exact: true }).fill('Mine');
  await admin.post('update-role?id=built-in/shared', { ...before, displayName: 'Theirs' });
  await button('Save').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('gridcell', { name: 'Theirs' }).waitFor();
  await dialog.getByRole('gridcell', { name: 'Mine' }).waitFor();
  await dialog.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('Successfully saved').first().waitFor();
  expect((await storedRole('shared')).data.displayName).toBe('Mine');
});

test('the address of a list holds search, order and page', async () => {
  for (let number = 10; number < 23; number++) await newRole(`rota-${number}`);
  await page.goto('/roles');
  await page.getByRole('textbox', { name: 'Search Name' }).fill('rota-');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/roles?field=name&value=rota-');
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click();
  await page.waitForURL(/sortField=name&sortOrder=ascend/);
  await button('Next page').click();
  await page.waitForURL(/p=2/);
  const names = page.getByRole('link', { name: /^rota-/ });
  await expect.poll(() => names.allTextContents()).toEqual(['rota-20', 'rota-21', 'rota-22']);
  await page.reload();
  await expect.poll(() => names.allTextContents()).toEqual(['rota-20', 'rota-21', 'rota-22']);
  await page.goBack();
  await expect.poll(() => names.count()).toBe(10);
});

test('a stored secret shows as a mask, and stays until it is replaced', async () => {
  await add(admin, 'provider', { name: 'vault', category: 'OAuth', type: 'Google', clientSecret: 's3cret' });
  await page.goto('/providers/vault');
  const secret = page.getByLabel('Client secret', { exact: true });
  await expect.poll(() => secret.inputValue()).toBe('***');
  await expect.poll(() => secret.isDisabled()).toBe(true);
  await button('Replace Client secret').click();
  await secret.fill('another');
  await button('Save').click();
  await expect.poll(() => secret.inputValue()).toBe('***');
});

test('an object that can be declared shows its custom resource', async () => {
  await page.goto('/organizations/built-in');
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page.getByText('kind: Organization').waitFor();
  expect(page.url()).toContain('tab=yaml');
});

test('a draft can still be cancelled after a look at its custom resource', async () => {
  await page.goto('/providers');
  await button('Add').click();
  await heading('New provider');
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page.getByText('kind: Provider').waitFor();
  await heading('New provider');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await button('Cancel').click();
  await heading('Providers');
});

// One page of each sort. `every-kind.full.test.ts` looks at all lists and editors.
test.each([
  ['home', '/', 'Welcome, Admin'],
  ['a list', '/roles', 'Roles'],
  ['an empty list', '/syncers', 'Syncers'],
  ['an editor with tables', '/applications/app-built-in?tab=sign-up', 'app-built-in'],
  ['a page that does not exist', '/nowhere', 'Not found'],
])('axe finds nothing on %s, light and dark', async (_what, address, title) => {
  await page.goto(address);
  await heading(title);
  await desk.visitor.atRest();
  expect(await findings(page)).toEqual([]);
});

test('nothing is cut off on a phone', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  const widest = "Math.max(...[...document.querySelectorAll('html, main')].map(({ scrollWidth }) => scrollWidth))";
  // Some languages have longer words.
  for (const address of ['/', '/applications/app-built-in', '/certs/cert-built-in?language=de', '/certs?language=ru']) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.evaluate(widest), { message: address }).toBeLessThanOrEqual(320);
  }
  // The frame of the page takes one row.
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
  // Tables of a form have room for their choices.
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/organizations/built-in?tab=account-page&language=en');
  await button('Edit 2: ID').click();
  await button('Modify rule 2: Immutable').waitFor();
  const isCut = '({ scrollWidth, clientWidth }) => scrollWidth > clientWidth';
  const chosen = "[...document.querySelectorAll('.rows .pf-v6-c-menu-toggle__text')]";
  const cut = await page.evaluate<string[]>(`${chosen}.filter(${isCut}).map((each) => each.textContent)`);
  expect(cut.filter((text) => text.length < 13)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
});
