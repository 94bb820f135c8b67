import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'provider', { name: 'hub', category: 'OAuth', type: 'GitHub' });
  await add(desk.admin, 'provider', { name: 'post', category: 'Email', type: 'Default' });
  const common = { organization: 'built-in', cert: 'cert-built-in', enableSignUp: true };
  await add(desk.admin, 'application', { name: 'shop', redirectUris: ['http://localhost:9000/callback'], ...common });
  // Nobody signs up in the organization of the platform, so the forms of sign-up need another one.
  await add(desk.admin, 'organization', { name: 'signing-up' });
  const signupItems = [{ name: 'Email', rule: 'Normal' }];
  await add(desk.admin, 'application', { ...common, name: 'open-door', organization: 'signing-up', signupItems });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const open = async (tab = 'settings', name = 'shop') => {
  await desk.page.goto(`/applications/${name}?tab=${tab}`);
  await desk.heading(name);
};
const stored = (name = 'shop') => desk.stored('application', `admin/${name}`);
/** A control in the open form of a row. */
const inRow = (table: string, place: number, column: string) =>
  desk.page.getByRole('grid', { name: table, exact: true }).getByLabel(`${column} ${place}`);

test('redirect addresses are added, moved and removed in a table, and each shows its own error', async () => {
  const { page, field, button, save } = desk;
  await open();
  await page.getByRole('button', { name: 'Add: Redirect URLs' }).click();
  await field('Redirect URLs 2').fill('https://shop.example/back#fragment');
  await button('Save').click();
  const problem = desk.row('Redirect URLs', 2).getByText('must be an absolute URL without fragment');
  await problem.waitFor();
  await expect.poll(() => field('Redirect URLs 2').getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => field('Redirect URLs 1').getAttribute('aria-invalid')).toBe('false');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('redirectUris-1');
  await field('Redirect URLs 2').fill('https://shop.example/back');
  await button('Up 2').click();
  await save();
  expect((await stored()).redirectUris).toEqual(['https://shop.example/back', 'http://localhost:9000/callback']);
  await button('Delete 1').click();
  await save();
  expect((await stored()).redirectUris).toEqual(['http://localhost:9000/callback']);
});

test('a visible signup item is required at first, a hidden one can be prompted after sign-in, and the ID never is', async () => {
  const { choose, openRow, save } = desk;
  const items = 'Sign-up items';
  await open('sign-up');
  // ID, Username, Display name, Password, Confirm password, Email, Phone, Agreement.
  await openRow(items, 2);
  await inRow(items, 2, 'Required').waitFor();
  expect(await inRow(items, 2, 'Rule').count()).toBe(0);
  await openRow(items, 1);
  await inRow(items, 1, 'Rule').waitFor();
  expect(await inRow(items, 1, 'Visible').count()).toBe(0);
  expect(await inRow(items, 1, 'Prompted').count()).toBe(0);
  await choose(inRow(items, 1, 'Rule'), 'Incremental');
  await openRow(items, 7);
  await inRow(items, 7, 'Visible').waitFor();
  expect(await inRow(items, 7, 'Prompted').count()).toBe(0);
  await inRow(items, 7, 'Visible').click({ force: true });
  await inRow(items, 7, 'Required').waitFor({ state: 'detached' });
  await inRow(items, 7, 'Prompted').click({ force: true });
  await openRow(items, 3);
  await choose(inRow(items, 3, 'Rule'), 'First, last');
  await openRow(items, 6);
  await choose(inRow(items, 6, 'Rule'), 'No verification');
  await save();
  const { signupItems } = await stored();
  expect(signupItems.map(({ rule }: { rule: string }) => rule).filter((rule: string) => rule !== 'None')).toEqual([
    'Incremental',
    'First, last',
    'No verification',
  ]);
  expect(signupItems[6]).toMatchObject({ name: 'Phone', visible: false, required: false, prompted: true });

  await openRow(items, 7);
  await inRow(items, 7, 'Visible').click({ force: true });
  await expect.poll(() => inRow(items, 7, 'Required').isChecked()).toBe(true);
  await inRow(items, 7, 'Prompted').waitFor({ state: 'detached' });
});

test('a signup item that was the ID is required under its new name', async () => {
  const { choose, openRow, save } = desk;
  await open('sign-up');
  await desk.button('Delete 7').click();
  await openRow('Sign-up items', 1);
  await choose(inRow('Sign-up items', 1, 'Name'), 'Phone');
  await expect.poll(() => inRow('Sign-up items', 1, 'Required').isChecked()).toBe(true);
  await save();
  expect((await stored()).signupItems[0]).toMatchObject({ name: 'Phone', visible: true, required: true });
});

test('signup items show only while sign-up is open', async () => {
  const { page, field } = desk;
  await open('sign-up');
  await page.getByText('Nobody signs up in this organization').waitFor();
  expect(await field('Allow sign-up').isDisabled()).toBe(true);
  await open('sign-up', 'open-door');
  await page.getByText('The sign-up form leaves out Email').waitFor();
  await page.getByRole('grid', { name: 'Sign-up items' }).waitFor();
  await field('Allow sign-up').click({ force: true });
  await page.getByRole('grid', { name: 'Sign-up items' }).waitFor({ state: 'detached' });
});

test('a row offers the providers that are not in the table yet, and only OAuth providers have the switches of sign-in', async () => {
  const { page, field, save } = desk;
  const table = 'Providers';
  await open('providers', 'open-door');
  for (const place of [1, 2]) {
    await page.getByRole('button', { name: `Add: ${table}` }).click();
    // The new row is open.
    await page.getByRole('combobox', { name: `Name ${place}` }).click();
    await page.getByRole('option', { name: 'post' }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: 'hub' }).count()).toBe(place === 1 ? 1 : 0);
    await page.getByRole('option', { name: place === 1 ? 'hub' : 'post' }).click();
  }
  await expect.poll(() => desk.row(table, 1).getByRole('gridcell').allTextContents()).toContain('GitHub');
  await inRow(table, 2, 'Visible').waitFor();
  expect(await inRow(table, 2, 'Can sign up').count()).toBe(0);
  await desk.openRow(table, 1);
  await inRow(table, 1, 'Can sign up').waitFor();
  await desk.tab('Sign-up');
  await field('Allow sign-up').click({ force: true });
  await desk.tab('Providers');
  await inRow(table, 1, 'Can sign up').waitFor({ state: 'detached' });
  await expect.poll(() => inRow(table, 1, 'Can sign in').count()).toBe(1);
  await save();
  expect((await stored('open-door')).providers.map(({ name }: { name: string }) => name)).toEqual(['hub', 'post']);
});

test('a public client has no secret, and a workload has a service account instead', async () => {
  const { page, field, choose } = desk;
  await open();
  await field('Client secret').waitFor();
  expect(await field('Workload').count()).toBe(0);
  await choose(page.getByRole('button', { name: /^Client type:/ }), 'Workload');
  await page.getByRole('textbox', { name: 'Workload' }).waitFor();
  await field('Client secret').waitFor({ state: 'detached' });
  await choose(page.getByRole('button', { name: /^Client type:/ }), 'Public');
  await page.getByRole('textbox', { name: 'Workload' }).waitFor({ state: 'detached' });
  expect(await field('Client secret').count()).toBe(0);
});

test('17.3 the list and the field mark an application that has full access to the API', async () => {
  const { page, choose, save, admin } = desk;
  const everything = 'All rights of an administrator';
  const warning = page.getByText('This choice grants broad rights.');
  await open();
  await warning.waitFor();
  await page.goto('/applications');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row('shop').getByText(`Warning: ${everything}`).waitFor();
  await row('app-built-in').getByText("Read the user's account", { exact: true }).waitFor();
  expect(await row('app-built-in').getByText('Warning:').count()).toBe(0);
  expect(await findingsInFull(page)).toEqual([]);

  await open();
  await warning.waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await choose(page.getByRole('button', { name: `API access: ${everything}` }), "Read the organization's users");
  await warning.waitFor({ state: 'detached' });
  await save();
  expect((await stored()).apiAccess).toBe('read-users');
  await admin.post('update-application', { apiAccess: 'administrator' }, { query: { id: 'admin/shop' } });
});

test('17.3 a new application starts with the least access', async () => {
  const { page, button } = desk;
  await page.goto('/applications');
  await button('Add').click();
  await page.getByRole('button', { name: "API access: Read the user's account" }).waitFor();
});

test('grant types are checkboxes with names', async () => {
  const { page, save } = desk;
  await open('protocols');
  const grants = page.getByRole('group', { name: 'Grant types' }).last();
  await grants.getByLabel('Refresh token').check();
  await grants.getByLabel('Client credentials').check();
  await save();
  expect((await stored()).grantTypes).toEqual(['authorization_code', 'client_credentials', 'refresh_token']);
});

test('HTML comes from an HTML file, and other files are refused', async () => {
  const { page } = desk;
  await open('branding');
  const file = page.locator('input[type=file][aria-label="Sign-in HTML"]');
  await file.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await page.getByText('Please select a HTML file').waitFor();
  await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<p>Hello</p>') });
  await expect.poll(() => page.getByRole('textbox', { name: 'Sign-in HTML' }).inputValue()).toBe('<p>Hello</p>');
  await expect.poll(() => page.getByRole('textbox', { name: 'Sign-up HTML' }).inputValue()).toBe('');
});

test('the page shows the secret on request, and a record is kept', async () => {
  const { page, admin } = desk;
  await open('connect');
  const connect = page.getByRole('region', { name: 'Connect' });
  await connect.getByRole('button', { name: 'Show Client secret' }).click();
  const { data } = (await admin.get('get-application', { id: 'admin/shop' })).body;
  await expect.poll(() => connect.getByRole('textbox', { name: 'Client secret' }).inputValue()).toBe(data.clientSecret);
  const { data: records } = (await admin.get('get-records', { field: 'action', value: 'get-application' })).body;
  expect(records.length).toBeGreaterThanOrEqual(2);
});

test('the built-in application keeps its name', async () => {
  await desk.page.goto('/applications/app-built-in');
  await desk.heading('app-built-in');
  await expect.poll(() => desk.field('Name').isDisabled()).toBe(true);
  await desk.page.goto('/applications?field=name&value=app-built-in');
  await desk.button('Actions for app-built-in').click();
  const remove = desk.page.getByRole('menuitem', { name: 'Delete' });
  await remove.waitFor();
  await expect.poll(() => remove.isDisabled()).toBe(true);
});

test('an HTML file that is longer than the field is refused', async () => {
  const { page } = desk;
  await open('branding');
  const file = page.locator('input[type=file][aria-label="Sign-in HTML"]');
  const buffer = Buffer.from(`<p>${'x'.repeat(100_000)}</p>`);
  await file.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer });
  await page.getByText('The file has more than 100000 characters').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Sign-in HTML' }).inputValue()).toBe('');
});

test('terms of use are uploaded as one HTML file without a provider, and the next save keeps them', async () => {
  const { page, admin, button, save } = desk;
  const field = () => page.getByRole('textbox', { name: 'Terms of use' });
  const file = page.locator('input[type=file][aria-label="Terms of use"]');
  const html = (buffer: Buffer, name = 'terms.html') => ({ name, mimeType: 'text/html', buffer });
  await open('sign-up');
  await expect.poll(() => button('Click to upload: Terms of use').isDisabled()).toBe(false);

  await file.setInputFiles(html(Buffer.from('%PDF'), 'terms.pdf'));
  await page.getByText('Please select a HTML file').first().waitFor();
  await file.setInputFiles(html(Buffer.alloc(2 ** 20 + 1, ' ')));
  await page.getByText('the file is larger than 1 MB').waitFor();
  // The server judges the content, whatever the name says.
  await file.setInputFiles(html(Buffer.from('no page')));
  await page
    .getByText(/must be an HTML|HTML file/)
    .last()
    .waitFor();
  expect((await stored()).termsOfUse).toBe('');

  await desk.tab('Settings');
  await page.getByRole('textbox', { name: 'Display name' }).fill('The shop');
  await desk.tab('Sign-up');
  await file.setInputFiles(html(Buffer.from('<h1>Be kind</h1>')));
  await expect.poll(() => field().inputValue()).toMatch(/termsOfUse\/admin\/shop\.html\?t=\d+$/);
  await save();
  expect(await stored()).toMatchObject({ displayName: 'The shop', termsOfUse: await field().inputValue() });
  const asked = { applicationId: 'admin/shop', page: 'terms' };
  expect((await admin.get('get-page-html', asked)).body.data).toBe('<h1>Be kind</h1>');
});

test('terms of use that a page shows in part are uploaded only after a question that names the missing parts', async () => {
  const { page } = desk;
  const file = page.locator('input[type=file][aria-label="Terms of use"]');
  const dialog = page.getByRole('dialog', { name: 'Upload the terms without some parts?' });
  const buffer = Buffer.from('<h1 onclick="x()">Be fair</h1><style>h1 { color: red }</style><script>x()</script>');
  const upload = () => file.setInputFiles({ name: 'fair.html', mimeType: 'text/html', buffer });
  const uploads: string[] = [];
  page.on('request', (request) => void (request.url().includes('upload-resource') && uploads.push(request.url())));
  await open('sign-up');
  const before = await stored();
  await upload();
  await dialog.getByText('The page leaves out: <style>, <script>, <h1 onclick>').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(uploads).toEqual([]);
  expect(await stored()).toEqual(before);

  await upload();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(async () => (await stored()).termsOfUse).not.toBe(before.termsOfUse);
  const asked = { applicationId: 'admin/shop', page: 'terms' };
  expect((await desk.admin.get('get-page-html', asked)).body.data).toBe('<h1>Be fair</h1>');
});
