import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startStripe } from '../../commerce/stand-ins/stripe.ts';
import type { Vendor } from '../../commerce/stand-ins/vendor.ts';
import { type Shop, startShop } from '../../commerce/world.ts';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { openBrowser } from '../world/browser.ts';
import { deskAt } from '../world/desk.ts';

let stripe: Vendor;
let shop: Shop;
let desk: Awaited<ReturnType<typeof deskAt<Shop['app']>>>;
/** A paid order. */
let paid: string;

beforeAll(async () => {
  stripe = await startStripe();
  shop = await startShop({ stripe });
  desk = await deskAt(await openBrowser(), shop.app);
  await shop.addProduct('ticket', { price: 300 });
  await shop.buy(shop.alice, 'ticket', 'stripe');
  paid = stripe.orders()[0]?.id ?? '';
  await stripe.pay(paid);
  shop.later(10_000);
  await shop.confirm(shop.alice, paid);
  const byHand = { organization: 'acme', user: 'alice', productDisplayName: 'A book', currency: 'EUR' };
  await add(shop.root, 'payment', { name: 'by-hand', ...byHand, price: 7.5, state: 'Paid' });
});
afterAll(async () => {
  await desk?.browser.close();
  await shop?.stop();
});
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('the list adds up what was paid, marks payments by hand, and leads to the result of an order', async () => {
  const { page } = desk;
  await page.goto('/payments');
  const totals = page.getByRole('region', { name: 'Totals' });
  await totals.getByText('$300', { exact: true }).waitFor();
  await totals.getByText('The totals leave 1 payment by hand out, because nobody has confirmed it.').waitFor();
  expect(await totals.getByText('EUR').count()).toBe(0);
  await page.getByRole('row').filter({ hasText: 'by-hand' }).getByText('By hand', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export all' }).click();
  expect((await downloading).suggestedFilename()).toBe('payments.csv');
  await page.getByRole('button', { name: `Actions for ${paid}` }).click();
  await page.getByRole('menuitem', { name: 'Result' }).click();
  await page.getByRole('heading', { name: 'You have successfully completed the payment' }).waitFor();
});

test('a global administrator confirms a payment by hand with a reason, and then it counts', async () => {
  const { page, stored } = desk;
  await page.goto('/payments/by-hand');
  await page.getByText('A person has set the state or the price of this payment').waitFor();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'Confirm', exact: true }).isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill('Paid in cash');
  await page.keyboard.press('Enter');
  await page.getByText('Paid in cash').waitFor();
  expect(await stored('payment', 'admin/by-hand')).toMatchObject({ isByHand: true, confirmation: 'Paid in cash' });
  const { body } = await shop.root.get('get-payment-totals', { field: 'currency', value: 'EUR' });
  expect(body.data).toMatchObject([{ payments: 1, price: '7.50' }]);
});

test('a part of the money goes back once, after a reason and a second question, and the timeline tells it', async () => {
  const { page, tab, visitor } = desk;
  await page.goto(`/payments/${paid}?tab=refunds`);
  await page.getByText('No money of this payment has gone back.').waitFor();
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('All that is left: $300').waitFor();
  await dialog.getByLabel('A part').check();
  await dialog.getByLabel('Amount of the part').fill('300.01');
  await dialog.getByLabel('Reason').fill('It rained');
  expect(await dialog.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Amount of the part').fill('12.5');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('heading', { name: /Do you really want to give \$12\.50 back\?$/ }).waitFor();
  // The answer to the first press is lost. The second press is the same repayment.
  await page.route(
    '**/api/refund-payment?**',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Give money back' }).click();
  await dialog.getByText(/Failed to connect to server/).waitFor();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Give money back' }).click();
  await page.getByText('The money went back').waitFor();
  expect(stripe.ledger()).toEqual({ USD: { received: 30_000, refunded: 1_250 } });
  const refund = page.getByRole('grid', { name: 'Refunds' });
  for (const text of ['$12.50', 'It rained', 'Done']) await refund.getByText(text, { exact: true }).waitFor();
  expect(await refund.getByRole('row').count()).toBe(2);
  expect(await findings(page)).toEqual([]);

  await tab('Timeline');
  const timeline = page.getByRole('grid', { name: 'Timeline' });
  for (const text of ['Order placed', 'A person: acme/alice', 'State changed', '12.50 USD: It rained'])
    await timeline.getByText(text, { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  // The browser reports the request whose answer was lost.
  visitor.complaints.length = 0;
});

test('an administrator of an organization sees the refunds of its payments, and makes none', async () => {
  const { page } = await desk.visitAs(shop.acme.admin);
  await page.goto(`/payments/${paid}?tab=refunds`);
  await page.getByText('Only global administrators give money back.').waitFor();
  expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0);
});
