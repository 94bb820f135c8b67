import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const toast = (text: string) => desk.page.getByText(text).first();

test('an administrator checks, issues and downloads the invoice of a payment in its tab', async () => {
  const { admin, page, field, button, stored } = desk;
  const sale = { name: 'sale', organization: 'built-in', user: 'admin', state: 'Paid', currency: 'CNY', price: 300 };
  await add(admin, 'payment', { ...sale, returnUrl: 'https://shop.example/thanks' });
  const query = { id: 'admin/sale' };
  const { data } = (await admin.get('get-payment', query)).body;
  await admin.post('update-payment', { ...data, confirmation: 'Paid at the counter' }, { query });

  await page.goto('/payments/sale?tab=invoice');
  await button('Issue Invoice').click();
  await toast('Please input your real name!').waitFor();
  await button('Save').click();
  await expect.poll(() => field('Person name').getAttribute('aria-invalid')).toBe('true');
  await field('Person name').fill('王小明');
  await button('Issue Invoice').click();
  await toast('Please input the correct ID card number!').waitFor();
  await field('Person ID card').fill('11010519491231002X');
  await field('Person email').fill('ming@example.com');
  await field('Person phone').fill('13800138000');
  expect(await page.getByRole('link', { name: 'Return to Website' }).getAttribute('href')).toBe(
    'https://shop.example/thanks',
  );

  await button('Issue Invoice').click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(
      'Please carefully check your invoice information. Once the invoice is issued, it cannot be withdrawn or modified.',
    )
    .waitFor();
  for (const text of ['王小明', '11010519491231002X', 'ming@example.com', '13800138000', 'Individual'])
    await dialog.getByText(text).first().waitFor();
  const opened = page.context().waitForEvent('page');
  const shown = page
    .context()
    .waitForEvent('response', (response) => response.url().includes('/api/download-invoice?'));
  await dialog.getByRole('button', { name: 'Issue Invoice' }).click();
  await toast('Successfully invoiced').waitFor();
  const [tab] = await Promise.all([opened, shown]);
  await tab.close();
  await button('Download Invoice').waitFor();
  const { invoiceUrl, personName } = (await stored('payment', 'admin/sale')) as Record<string, string>;
  expect(personName).toBe('王小明');
  expect(invoiceUrl).toMatch(/\/api\/download-invoice\?number=INV-\d{4}-000001$/);
  await page.getByText('You must give a reason to change or delete it').waitFor();
});

test('the editor of an unpaid payment says first that somebody must pay', async () => {
  const { admin, page, button } = desk;
  await add(admin, 'payment', { name: 'open', organization: 'built-in', user: 'admin', state: 'Created' });
  await page.goto('/payments/open?tab=invoice');
  await button('Issue Invoice').click();
  await toast('Please pay the order first!').waitFor();
});
