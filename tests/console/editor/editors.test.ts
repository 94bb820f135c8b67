import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme', displayName: 'Acme' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const open = async (path: string, title: string) => {
  await desk.page.goto(path);
  await desk.heading(`Edit ${title}`);
};
const toggle = (label: string) => desk.page.getByRole('button', { name: new RegExp(`^${label}:`) });
/** The toast about the whole save. */
const refused = (words: RegExp) => desk.page.getByText(words);
const offered = () => desk.page.getByRole('option').allTextContents();

test('an error of the server shows at its field, which gets the focus', async () => {
  const { page, field, button } = desk;
  await add(desk.admin, 'webhook', { name: 'hook', organization: 'built-in' });
  await open('/webhooks/hook', 'Webhook');
  await field('Name').fill('renamed');
  await field('URL').fill('ftp://example.com');
  await button('Save').click();
  const problem = page.locator('#url-problem');
  await expect.poll(() => problem.textContent()).toContain('must be a URL that begins with http:// or https://');
  await expect.poll(() => field('URL').getAttribute('aria-describedby')).toBe('url-problem');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('url');
  await expect.poll(() => field('Name').inputValue()).toBe('hook');
  await refused(/URL: must be a URL that begins with/).waitFor();
});

test('17.16 a refused name becomes the stored one again, without its error', async () => {
  const { page, admin, field, button } = desk;
  await add(admin, 'role', { owner: 'built-in', name: 'bellhop' });
  await open('/roles/built-in/bellhop', 'Role');
  await field('Name').fill('a/b');
  await button('Save').click();
  await refused(/Name: must not contain slashes/).waitFor();
  await expect.poll(() => field('Name').inputValue()).toBe('bellhop');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('name');
  expect(await field('Name').getAttribute('aria-invalid')).toBe('false');
  expect(await page.locator('#name-problem').count()).toBe(0);
  expect(await page.locator('#displayName-problem').count()).toBe(0);
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
  await expect.poll(() => page.getByRole('tab', { name: 'Form' }).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => wrong.getAttribute('aria-invalid')).toBe('true');
  await refused(/Redirect URLs 1: must be an absolute URL/).waitFor();
});

test('an error about one of several choices shows beside them, and they get the focus', async () => {
  const { admin, page, choose, button } = desk;
  const [holder, held] = ['holder', 'held'].map((name) => `${name}-${randomUUID().slice(0, 8)}`);
  for (const name of [holder, held]) await add(admin, 'role', { owner: 'built-in', name });
  await open(`/roles/built-in/${holder}`, 'Role');
  await choose(page.getByRole('combobox', { name: 'Member roles' }), `built-in/${held}`);
  await admin.post('delete-role', { owner: 'built-in', name: held });
  await button('Save').click();
  await page.locator('#roles-problem').getByText(`built-in/${held}`).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('roles');
});

test('two versions of a list differ by the entries that only one has', async () => {
  const { admin, page, button, stored } = desk;
  const before = await stored('organization', 'admin/acme');
  await open('/organizations/acme', 'Organization');
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

test('a provider has the types of its category, and the fields of its type', async () => {
  const { page, field, choose } = desk;
  await add(desk.admin, 'provider', { name: 'one', category: 'OAuth', type: 'Custom' });
  await open('/providers/one', 'Provider');
  await page.getByRole('textbox', { name: 'Auth URL' }).waitFor();
  await choose(toggle('Category'), 'Email');
  await expect.poll(() => field('Email content').inputValue()).toContain('%s, please enter it within 5 minutes');
  await expect.poll(() => toggle('Type').textContent()).toBe('Default');
  await expect.poll(() => field('Auth URL').count()).toBe(0);
  await choose(toggle('Category'), 'Captcha');
  await page.getByRole('textbox', { name: 'Client ID' }).waitFor({ state: 'detached' });
  await toggle('Type').click();
  await expect.poll(offered).toEqual(['Default', 'reCAPTCHA', 'hCaptcha']);
  await page.keyboard.press('Escape');
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
  await open(`/users/${id}`, 'User');
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

test('a row without a provider is refused at its place', async () => {
  const { admin, page, button } = desk;
  const name = `app-${randomUUID().slice(0, 8)}`;
  await add(admin, 'application', { name, organization: 'built-in' });
  await open(`/applications/${name}`, 'Application');
  await page.getByRole('button', { name: 'Add: Providers' }).click();
  await button('Save').click();
  await page.getByRole('grid', { name: 'Providers' }).getByText('must not be empty').waitFor();
  await refused(/Providers 1, Name: must not be empty/).waitFor();
});

test('a Keycloak syncer starts with its table and columns', async () => {
  const { field, choose, save, stored } = desk;
  await add(desk.admin, 'syncer', { name: 'people', organization: 'built-in', table: 'users' });
  await open('/syncers/people', 'Syncer');
  await choose(toggle('Type'), 'Keycloak');
  await expect.poll(() => field('Table').inputValue()).toBe('user_entity');
  await expect.poll(() => field('Table').isDisabled()).toBe(true);
  await save();
  expect((await stored('syncer', 'admin/people')).tableColumns).toHaveLength(9);
  await choose(toggle('Type'), 'Database');
  await expect.poll(() => field('Table').isDisabled()).toBe(false);
  await expect.poll(() => desk.page.getByRole('grid', { name: 'Table columns' }).count()).toBe(0);
});

test('a payment is read-only except for its invoice, which has the name of its person', async () => {
  const { admin, field, choose, save, stored } = desk;
  await add(admin, 'payment', {
    name: 'sale',
    organization: 'built-in',
    user: 'admin',
    state: 'Paid',
    displayName: 'Sale',
  });
  await open('/payments/sale', 'Payment');
  for (const label of ['Name', 'Display name', 'Type', 'Price', 'State', 'Message', 'Invoice URL'])
    await expect.poll(() => field(label).isDisabled(), { message: label }).toBe(true);
  await field('Person name').fill('王小明');
  await expect.poll(() => field('Invoice title').inputValue()).toBe('王小明');
  await expect.poll(() => field('Invoice title').isDisabled()).toBe(true);
  await choose(toggle('Invoice type'), 'Organization');
  await field('Invoice tax ID').fill('913100000000');
  await choose(toggle('Invoice type'), 'Individual');
  await expect.poll(() => field('Invoice tax ID').inputValue()).toBe('');
  await save();
  const sale = await stored('payment', 'admin/sale');
  expect(sale).toMatchObject({ invoiceTitle: '王小明', invoiceTaxId: '', state: 'Paid' });
});

test('17.16 an issued payment is read-only for administrators of an organization; a global administrator changes and deletes it with a reason', async () => {
  const { app, admin, browser, page, field, button, stored } = desk;
  const invoiceUrl = 'https://example.com/1.pdf';
  await add(admin, 'payment', { name: 'issued', organization: 'acme', personName: '王小明', invoiceUrl });
  await add(admin, 'user', { owner: 'acme', name: 'clerk', password: 'correct-horse', isAdmin: true });
  const clerk = app.client();
  const form = { type: 'login', application: 'app-built-in', organization: 'acme' };
  await clerk.post('login', { ...form, username: 'clerk', password: 'correct-horse' });
  const theirs = await browser.visit(app.url);
  await theirs.context.addCookies([...clerk.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  await theirs.page.goto('/payments/issued');
  await theirs.page.getByText('Only a global administrator can change or delete it').waitFor();
  expect(await theirs.page.getByLabel('Person name', { exact: true }).isDisabled()).toBe(true);
  expect(await theirs.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  await theirs.page.goto('/payments');
  await theirs.page.getByRole('button', { name: 'Actions for issued' }).click();
  expect(await theirs.page.getByRole('menuitem', { name: 'Delete' }).isDisabled()).toBe(true);

  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason');
  await open('/payments/issued', 'Payment');
  await page.getByText('You must give a reason to change or delete it').waitFor();
  await field('Person name').fill('李小明');
  await button('Save').click();
  await reason.fill('The name was misspelt');
  await page.keyboard.press('Enter');
  await page.getByText('Successfully saved').first().waitFor();
  expect(await stored('payment', 'admin/issued')).toMatchObject({ personName: '李小明', invoiceUrl });
  await page.goto('/payments?field=name&value=issued');
  await page.getByRole('button', { name: 'Actions for issued' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await reason.fill('It was a test');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Payment deleted successfully').waitFor();
  expect(await stored('payment', 'admin/issued')).toBe(null);
});

test('choices offer what fits: objects of the organization except the object itself, and payment providers', async () => {
  const { admin, page } = desk;
  await add(admin, 'application', { name: 'theirs', organization: 'acme' });
  await add(admin, 'permission', { owner: 'acme', name: 'enter' });
  await add(admin, 'role', { owner: 'acme', name: 'porter' });
  await add(admin, 'role', { owner: 'acme', name: 'keeper' });
  await add(admin, 'provider', { name: 'pay', category: 'Payment', type: 'PayPal' });
  await add(admin, 'product', { name: 'ticket' });
  await add(admin, 'group', { owner: 'built-in', name: 'elsewhere' });
  await add(admin, 'group', { owner: 'acme', name: 'house' });
  await add(admin, 'group', { owner: 'acme', name: 'floor' });
  await add(admin, 'model', { owner: 'acme', name: 'rules' });
  await add(admin, 'enforcer', { owner: 'acme', name: 'gate' });
  await add(admin, 'pricing', { owner: 'acme', name: 'prices' });
  for (const [path, title, label, names] of [
    ['/permissions/acme/enter', 'Permission', 'Resources', ['theirs']],
    ['/roles/acme/porter', 'Role', 'Member roles', ['acme/keeper']],
    ['/products/ticket', 'Product', 'Payment providers', ['pay']],
    ['/roles/acme/porter', 'Role', 'Member groups', ['acme/floor', 'acme/house']],
    ['/groups/acme/floor', 'Group', 'Parent group', ['None', 'house']],
    ['/enforcers/acme/gate', 'Enforcer', 'Model', ['None', 'acme/rules']],
    ['/pricings/acme/prices', 'Pricing', 'Application', ['None', 'theirs']],
  ] as const) {
    await open(path, title);
    await page.getByRole('combobox', { name: label }).click();
    await expect.poll(async () => (await offered()).sort()).toEqual(names);
  }
});

test('a certificate is downloaded, a key field has as many lines as the key, and a validity of 0 years is refused', async () => {
  const { page, field, button } = desk;
  await open('/certs/cert-built-in', 'Cert');
  const [download] = await Promise.all([page.waitForEvent('download'), button('Download certificate').click()]);
  expect(download.suggestedFilename()).toBe('token_jwt_key.pem');
  await expect.poll(() => field('Private key').inputValue()).toBe('***');
  await button('Replace Private key').click();
  await field('Private key').fill('first\nsecond');
  await expect.poll(() => field('Private key').inputValue()).toBe('first\nsecond');
  await button('Keep Private key unchanged').click();
  await expect.poll(() => field('Private key').inputValue()).toBe('***');
  await field('Validity').fill('0');
  await button('Save').click();
  await expect.poll(() => page.locator('#expireInYears-problem').textContent()).toContain('must be at least 1');
  await refused(/Validity: must be at least 1/).waitFor();
  expect(await field('Validity').inputValue()).toBe('0');
});

test('the text of a model has ten lines', async () => {
  const name = 'w'.repeat(100);
  await add(desk.admin, 'model', { owner: 'built-in', name });
  await open(`/models/built-in/${name}`, 'Model');
  await expect.poll(() => desk.field('Model text').getAttribute('rows')).toBe('10');
  // A long name stays on the page.
  await desk.page.setViewportSize({ width: 390, height: 800 });
  const beyond =
    "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.path').parentElement)";
  await expect.poll(() => desk.page.evaluate(beyond)).toBe(0);
  await desk.page.setViewportSize({ width: 1600, height: 1000 });
});

test('choices and the labels in errors have the language of the page', async () => {
  const { app, browser, admin } = desk;
  await add(admin, 'permission', { owner: 'built-in', name: 'read', effect: 'Deny', actions: ['Read'] });
  const { page, context } = await browser.visit(app.url, { locale: 'de-DE' });
  await context.addCookies([...admin.cookies].map(([name, value]) => ({ name, value, url: app.url })));
  await page.goto('/permissions?field=name&value=read');
  await page.getByRole('gridcell', { name: 'Verweigern' }).waitFor();
  await page.goto('/permissions/built-in/read');
  await expect.poll(() => page.getByLabel('Lesen').isChecked()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Speichern', exact: true }).first().click();
  await page.getByText(/Name: darf nicht leer sein/).waitFor();
});
