import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** Saves that the server refuses, and saves that meet another version. */

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const open = async (path: string) => {
  await desk.page.goto(path);
  await desk.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};
/** The toast about the whole save. */
const refused = (words: RegExp) => desk.page.getByText(words);

test('an error of the server shows at its field, which gets the focus', async () => {
  const { page, field, button } = desk;
  await add(desk.admin, 'webhook', { name: 'hook', organization: 'built-in', url: 'https://hooks.example/' });
  await open('/webhooks/hook');
  await field('Name').fill('renamed');
  await field('URL').fill('ftp://example.com');
  await button('Save').click();
  const problem = page.locator('#url-problem');
  await expect.poll(() => problem.textContent()).toContain('must be a URL that begins with http:// or https://');
  await expect.poll(() => field('URL').getAttribute('aria-describedby')).toBe('url-problem');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('url');
  await expect.poll(() => field('Name').inputValue()).toBe('hook');
  // The form shows the error, so no toast repeats it.
  expect(await refused(/URL: must be a URL that begins with/).count()).toBe(0);
});

test('17.16 a refused name becomes the stored one again, without its error', async () => {
  const { page, admin, field, button } = desk;
  await add(admin, 'role', { owner: 'built-in', name: 'bellhop' });
  await open('/roles/built-in/bellhop');
  await field('Name').fill('a/b');
  await button('Save').click();
  await refused(/Name: must not contain slashes/).waitFor();
  await expect.poll(() => field('Name').inputValue()).toBe('bellhop');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('name');
  expect(await field('Name').getAttribute('aria-invalid')).toBe('false');
  expect(await page.locator('#name-problem').count()).toBe(0);
  expect(await page.locator('#displayName-problem').count()).toBe(0);
});

test('a refused draft keeps the typed name, and shows an error of the name at its field', async () => {
  const { page, field, button, stored } = desk;
  await open('/new/webhooks');
  const name = `hook-${randomUUID().slice(0, 8)}`;
  await field('Name').fill(name);
  await field('URL').fill('ftp://example.com');
  await button('Save').click();
  await expect.poll(() => field('URL').getAttribute('aria-invalid')).toBe('true');
  expect(await field('Name').inputValue()).toBe(name);
  await field('URL').fill('https://example.com/hook');
  await field('Name').fill('a/b');
  await button('Save').click();
  await expect.poll(() => page.locator('#name-problem').textContent()).toContain('must not contain slashes');
  await field('Name').fill(name);
  await desk.save();
  await page.waitForURL(`**/webhooks/${name}`);
  expect(await stored('webhook', `admin/${name}`)).toMatchObject({ url: 'https://example.com/hook' });
});

test('an error of the server on the YAML page opens the form at the field', async () => {
  const { page, admin, button } = desk;
  const name = `app-${randomUUID()}`;
  await add(admin, 'application', { name, organization: 'built-in', redirectUris: ['https://shop.example/'] });
  const address = `/applications/${name}`;
  await page.goto(address);
  await page.getByLabel('Redirect URLs 1', { exact: true }).fill('https://shop.example/#there');
  await page.getByRole('tab', { name: 'YAML' }).click();
  await page.getByText('kind: Application').waitFor();
  await button('Save').click();
  const wrong = page.locator('#redirectUris-0');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('redirectUris-0');
  await expect.poll(() => page.getByRole('tab', { name: 'Settings' }).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true');
  // The form shows the error, so no toast repeats it.
  expect(await refused(/Redirect URLs 1: must be an absolute URL/).count()).toBe(0);
});

test('an error about one of several choices shows beside them, and they get the focus', async () => {
  const { admin, page, choose, button } = desk;
  const [holder, held] = ['holder', 'held'].map((name) => `${name}-${randomUUID().slice(0, 8)}`);
  for (const name of [holder, held]) await add(admin, 'role', { owner: 'built-in', name });
  await open(`/roles/built-in/${holder}`);
  await choose(page.getByRole('combobox', { name: 'Member roles' }), String(held));
  await admin.post('delete-role', { owner: 'built-in', name: held });
  await button('Save').click();
  await page.locator('#roles-problem').getByText(`built-in/${held}`).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('roles');
});

test('a row without a provider is refused at its place', async () => {
  const { admin, page, button } = desk;
  const name = `app-${randomUUID().slice(0, 8)}`;
  await add(admin, 'application', { name, organization: 'built-in' });
  await open(`/applications/${name}?tab=providers`);
  await page.getByRole('button', { name: 'Add: Providers' }).click();
  await button('Save').click();
  await page.getByRole('grid', { name: 'Providers' }).getByText('must not be empty').waitFor();
  // The form shows the error, so no toast repeats it.
  expect(await refused(/Providers 1, Name: must not be empty/).count()).toBe(0);
});

test('two versions of a list differ by the entries that only one has', async () => {
  const { admin, page, button, stored } = desk;
  const before = await stored('organization', 'admin/acme');
  await open('/organizations/acme?tab=account-page');
  await button('Delete 1').click();
  const [first, ...rest] = before.accountItems as Record<string, unknown>[];
  await admin.post('update-organization?id=admin/acme', {
    ...before,
    accountItems: [{ ...first, visible: false }, ...rest],
  });
  await button('Save').click();
  const row = page.getByRole('dialog').getByRole('row').nth(1);
  await expect
    .poll(() => row.getByRole('gridcell').allTextContents())
    .toEqual(['', 'Name: Organization, Visible: false, View rule: Public, Modify rule: Admin']);
  await button('Use theirs').click();
  await desk.row('Account items', 1).getByRole('button', { name: 'Edit 1: Organization' }).waitFor();
});

test('properties follow what another user stored, and a repeated name is an error', async () => {
  const { admin, page, field, button } = desk;
  const name = `u-${randomUUID().slice(0, 8)}`;
  const id = `acme/${name}`;
  const organization = await desk.stored('organization', 'admin/acme');
  const accountItems = organization.accountItems.map((each: { name: string }) =>
    each.name === 'Properties' ? { ...each, visible: true } : each,
  );
  await admin.post('update-organization?id=admin/acme', { ...organization, accountItems });
  await add(admin, 'user', { owner: 'acme', name, displayName: 'Uma', properties: { floor: '1' } });
  await open(`/users/${id}?tab=profile`);
  await desk.unfold('Origin and properties');
  await field('Value 1').fill('2');
  await button('Add: Properties').click();
  await field('Name 2').fill('floor');
  await page.getByText('This name is used twice').first().waitFor();
  await field('Name 2').fill('room');
  await page.getByText('This name is used twice').waitFor({ state: 'detached' });
  await admin.post(`update-user?id=${id}`, { ...(await desk.stored('user', id)), properties: { floor: '7' } });
  await button('Save').click();
  await button('Use theirs').click();
  await expect.poll(() => field('Value 1').inputValue()).toBe('7');
  await field('Name 2').waitFor({ state: 'detached' });
});

test('choices and the labels in errors have the language of the page', async () => {
  const { admin } = desk;
  await add(admin, 'permission', { owner: 'built-in', name: 'read', effect: 'Deny', actions: ['Read'] });
  const { page } = await desk.visitAs(admin, { locale: 'de-DE' });
  await page.goto('/permissions?field=name&value=read');
  await page.getByRole('gridcell', { name: 'Verweigern' }).waitFor();
  await page.goto('/permissions/built-in/read');
  await expect.poll(() => page.getByLabel('Lesen').isChecked()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Speichern', exact: true }).first().click();
  await page.getByText(/Name: darf nicht leer sein/).waitFor();
});
