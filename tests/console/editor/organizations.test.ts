import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add, createTenant } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { loseAnswer } from '../world/lose-answer.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const open = async (tab: 'account-page' | 'directories' | 'security' | 'settings') => {
  await desk.page.goto(`/organizations/acme?tab=${tab}`);
  await desk.heading('acme');
};
const items = 'Account items';
/** A choice in the open form of a row. */
const cell = (place: number, column: string) =>
  desk.page.getByRole('grid', { name: items }).getByRole('button', { name: `${column} ${place}` });

test('users cannot change an account item that only administrators see', async () => {
  const { page, openRow, choose, save, stored } = desk;
  await open('account-page');
  await openRow(items, 4);
  // The fourth one is Display name: everybody sees it, and the user changes it.
  await choose(cell(4, 'View rule'), 'Admin');
  await page.getByRole('button', { name: 'Modify rule 4: Admin' }).waitFor();
  await cell(4, 'Modify rule').click();
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['Admin', 'Immutable']);
  await page.keyboard.press('Escape');
  await save();
  const { accountItems } = await stored('organization', 'admin/acme');
  expect(accountItems[3]).toEqual({ name: 'Display name', visible: true, viewRule: 'Admin', modifyRule: 'Admin' });
});

test('a hidden account item offers no rules', async () => {
  await open('account-page');
  await desk.openRow(items, 5);
  await cell(5, 'View rule').waitFor();
  await desk.field('Visible 5').click({ force: true });
  await cell(5, 'View rule').waitFor({ state: 'detached' });
  await cell(5, 'Modify rule').waitFor({ state: 'detached' });
});

test('each account item exists once: a row offers its own name and unused names', async () => {
  const { page, button } = desk;
  await open('account-page');
  const addItem = page.getByRole('button', { name: `Add: ${items}` });
  await expect.poll(() => addItem.isDisabled()).toBe(true);
  await button('Delete 9').click();
  await desk.openRow(items, 2);
  await cell(2, 'Name').click();
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['ID', 'Email']);
  await page.keyboard.press('Escape');
  await addItem.click();
  await page
    .getByRole('grid', { name: items })
    .getByRole('button', { name: /^Name \d+: Email$/ })
    .waitFor();
});

test('the master password is set after a warning, and never shows again', async () => {
  const { page, field, save, stored } = desk;
  await open('security');
  const password = field('Master password');
  await password.fill('support-only-1');
  await page.getByText('Anyone who knows it can sign in as any user').waitFor();
  await save();
  await expect.poll(() => password.inputValue()).toBe('***');
  expect((await stored('organization', 'admin/acme')).masterPassword).toBe('***');
});

test('the default application belongs to the organization', async () => {
  const { admin, page, save, stored } = desk;
  for (const [name, organization] of [
    ['shop', 'acme'],
    ['desk', 'built-in'],
  ])
    await add(admin, 'application', { name, organization, cert: 'cert-built-in' });
  await open('settings');
  await page.getByRole('combobox', { name: 'Default application' }).click();
  await page.getByRole('option', { name: 'shop' }).waitFor();
  await expect.poll(() => page.getByRole('option', { name: 'desk' }).count()).toBe(0);
  await page.getByRole('option', { name: 'shop' }).click();
  await save();
  expect((await stored('organization', 'admin/acme')).defaultApplication).toBe('shop');
});

test("the platform's own organization keeps its name", async () => {
  await desk.page.goto('/organizations/built-in');
  await desk.heading('built-in');
  await expect.poll(() => desk.field('Name').isDisabled()).toBe(true);
});

test('a directory is added to an organization, edited, listed with it, and deleted', async () => {
  const { page, heading, field, button } = desk;
  await open('directories');
  const servers = page.getByRole('region', { name: 'LDAP servers' });
  await servers.getByText('No directory is connected yet.').waitFor();
  await servers.getByRole('button', { name: 'Add' }).click();
  await heading('New LDAP server');
  await expect.poll(() => field('Server port').inputValue()).toBe('389');
  expect(await field('Server host').inputValue()).toBe('');
  await expect.poll(() => field('ID').isDisabled()).toBe(true);
  await field('Server name').fill('Head office');
  await field('Server host').fill('ldap.acme.test');
  await field('Base DN').fill('ou=People,dc=acme,dc=test');
  await field('Auto sync').fill('30');
  await page.getByText('copies all users of the directory to the specified organization').waitFor();
  await loseAnswer(page, '**/api/add-ldap');
  await button('Save & Exit').click();
  await page.getByText('LDAP server failed to add: Failed to connect to server').waitFor();
  // The lost answer is no error of the page. The retry finds the stored directory.
  desk.visitor.complaints.length = 0;
  await button('Save & Exit').click();
  await heading('acme');
  const row = servers.getByRole('row').nth(1);
  await expect
    .poll(() => row.getByRole('gridcell').allTextContents())
    .toEqual(['Head office', 'ldap.acme.test:389', 'ou=People,dc=acme,dc=test', '30 minutes', '', '']);
  await servers.getByRole('button', { name: /Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Sure to delete LDAP server: Head office ?').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('LDAP server deleted successfully').waitFor();
  await servers.getByText('No directory is connected yet.').waitFor();
});

test('a directory that moved to another organization can be saved there again', async () => {
  const { admin, page, button, field, choose, heading } = desk;
  const { id } = await add(admin, 'ldap', { owner: 'acme', serverName: 'Branch' });
  await page.goto(`/ldap/${id}`);
  await heading('Branch');
  await choose(page.getByRole('combobox', { name: 'Organization' }), 'built-in');
  await button('Save').click();
  await page.getByText('Update LDAP server success').first().waitFor();
  await field('Server name').fill('Head office');
  await button('Save & Exit').click();
  await page.waitForURL('**/organizations/built-in');
  expect(await desk.stored('ldap', `built-in/${id}`)).toMatchObject({ serverName: 'Head office' });
});

test('Cancel leaves no user behind, although the organization keeps deleted users', async () => {
  const { admin, page, button, heading, field } = desk;
  const owner = `soft-${randomUUID().slice(0, 8)}`;
  await add(admin, 'organization', { name: owner, displayName: owner, enableSoftDeletion: true });
  await page.goto(`/organizations/${owner}/users`);
  await button('Add').click();
  await heading('New user');
  const name = await field('Name').inputValue();
  await button('Cancel').click();
  await page.waitForURL(`**/organizations/${owner}/users`);
  expect(await desk.stored('user', `${owner}/${name}`)).toBe(null);
});

test('only administrators open objects that everybody may read in part', async () => {
  const { admin, app, visitAs } = desk;
  const name = `tenant-${randomUUID().slice(0, 8)}`;
  const tenant = await createTenant(app, admin, name);
  const own = `/organizations/${name}`;
  for (const [client, refused, opened] of [
    [tenant.user, ['/applications/app-built-in', own], []],
    [tenant.admin, ['/organizations/built-in', '/organizations/acme'], [own]],
  ] as const) {
    const { page, context } = await visitAs(client);
    for (const [addresses, title] of [
      [refused, "You don't have access"],
      [opened, name],
    ] as const)
      for (const address of addresses) {
        await page.goto(address);
        await page.getByRole('heading', { name: title }).waitFor();
      }
    await context.close();
  }
});

test('an administrator of one organization cannot give a directory to another one', async () => {
  const { admin, app, visitAs } = desk;
  await add(admin, 'user', {
    owner: 'acme',
    name: 'adam',
    displayName: 'Adam',
    password: 'correct-horse',
    isAdmin: true,
  });
  const { id } = await add(admin, 'ldap', { owner: 'acme', serverName: 'Branch' });
  const { page } = await visitAs(await app.signedIn('acme', 'adam', 'correct-horse'));
  await page.goto(`/ldap/${id}`);
  const organization = page.getByRole('combobox', { name: 'Organization' });
  await expect.poll(() => organization.isDisabled()).toBe(true);
});

test('35.1 an administrator rotates the key of SAML, and removes the former one after a question', async () => {
  const { admin, app, page, button, tab } = desk;
  await add(admin, 'organization', { name: 'rotating', displayName: 'Rotating' });
  await add(admin, 'application', { name: 'signs-saml', organization: 'rotating', cert: 'cert-built-in' });
  // Its first key is made when SAML first needs it.
  expect((await fetch(`${app.url}/api/saml/metadata?application=admin/signs-saml`)).status).toBe(200);
  await page.goto('/organizations/rotating');
  await tab('SAML');
  // An open dialog hides the table from roles.
  const keys = page.locator('table[aria-label="Keys for SAML"] tbody tr');
  await button('Make next key').click();
  await button('Sign with next key').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign with next key' }).click();
  await button('Remove from metadata').click();
  const question = page.getByRole('dialog');
  await question.getByText('A removed key does not come back.').waitFor();
  expect(await keys.count()).toBe(2);
  await question.getByRole('button', { name: 'Remove from metadata' }).click();
  await expect.poll(() => keys.count()).toBe(1);
});
