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

const open = async (path: string) => {
  await desk.page.goto(path);
  await desk.page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};
const toggle = (label: string) => desk.page.getByRole('button', { name: new RegExp(`^${label}:`) });

test('a payment is read-only except for its invoice, which has the name of its person', async () => {
  const { admin, field, choose, save, stored } = desk;
  await add(admin, 'payment', {
    name: 'sale',
    organization: 'built-in',
    user: 'admin',
    state: 'Paid',
    displayName: 'Sale',
  });
  await open('/payments/sale');
  for (const label of ['Name', 'Display name', 'Type', 'Price', 'Message'])
    await expect.poll(() => field(label).isDisabled(), { message: label }).toBe(true);
  expect(await toggle('State').isDisabled()).toBe(true);
  await desk.tab('Invoice');
  await expect.poll(() => field('Invoice URL').isDisabled()).toBe(true);
  await field('Person name').fill('王小明');
  await expect.poll(() => field('Invoice title').inputValue()).toBe('王小明');
  await expect.poll(() => field('Invoice title').isDisabled()).toBe(true);
  await choose(toggle('Invoice type'), 'Organization');
  await field('Invoice tax ID').fill('913100000000');
  await choose(toggle('Invoice type'), 'Individual');
  await expect.poll(() => field('Invoice tax ID').inputValue()).toBe('');
  await field('Person ID card').fill('11010519491231002X');
  await field('Person email').fill('ming@example.com');
  await field('Person phone').fill('13800138000');
  await save();
  const sale = await stored('payment', 'admin/sale');
  expect(sale).toMatchObject({ invoiceTitle: '王小明', invoiceTaxId: '', state: 'Paid' });
});

test('a global administrator adds a payment by hand and says what it is, from the values of the specification', async () => {
  const { page, field, button, choose, heading, save, stored } = desk;
  await page.goto('/payments');
  await button('Add').click();
  await heading('New payment');
  expect(await toggle('State').textContent()).toBe('Paid');
  expect(await field('Price').inputValue()).toBe('300');
  expect(await field('Message').count()).toBe(0);
  await field('Name').fill('in-cash');
  await field('Product display name').fill('A book');
  await field('Price').fill('7.5');
  await choose(toggle('Currency'), 'EUR');
  await choose(toggle('State'), 'Created');
  await save();
  await page.getByText('A person has set the state or the price of this payment').waitFor();
  await expect.poll(() => field('Price').isDisabled()).toBe(true);
  expect(await toggle('State').isDisabled()).toBe(true);
  expect(await stored('payment', 'admin/in-cash')).toMatchObject({
    ...{ organization: 'built-in', user: 'admin', productDisplayName: 'A book', isByHand: true },
    ...{ price: 7.5, currency: 'EUR', state: 'Created' },
  });
});

test('17.16 an issued payment is read-only for administrators of an organization; a global administrator changes and deletes it with a reason', async () => {
  const { app, admin, page, field, button, stored } = desk;
  const invoiceUrl = 'https://example.com/1.pdf';
  await add(admin, 'payment', { name: 'issued', organization: 'acme', personName: '王小明', invoiceUrl });
  await add(admin, 'user', { owner: 'acme', name: 'clerk', password: 'correct-horse', isAdmin: true });
  const clerk = app.client();
  const form = { type: 'login', application: 'app-built-in', organization: 'acme' };
  await clerk.post('login', { ...form, username: 'clerk', password: 'correct-horse' });
  const theirs = await desk.visitAs(clerk);
  await theirs.page.goto('/payments/issued?tab=invoice');
  await theirs.page.getByText('Only a global administrator can change or delete it').waitFor();
  expect(await theirs.page.getByLabel('Person name', { exact: true }).isDisabled()).toBe(true);
  expect(await theirs.page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  await theirs.page.goto('/payments');
  await theirs.page.getByRole('button', { name: 'Actions for issued' }).click();
  await theirs.page.getByRole('menuitem').first().waitFor();
  expect(await theirs.page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);

  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel('Reason');
  await open('/payments/issued?tab=invoice');
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
