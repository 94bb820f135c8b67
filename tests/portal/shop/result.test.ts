import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { add } from '../../harness/world.ts';
import { openShopPages, type ShopPages } from './shop-pages.ts';

let pages: ShopPages;
beforeAll(async () => {
  pages = await openShopPages();
  await pages.shop.addProduct('ticket', { providers: ['stripe'] });
});
afterAll(() => pages?.stop());

const resultPage = (name: string) => `/payments/${name}/result`;

async function order(): Promise<string> {
  await pages.shop.buy(pages.shop.alice, 'ticket', 'stripe');
  return pages.lastOrder(pages.stripe);
}

const questionsOf = (page: Page) => {
  const asked = { count: 0 };
  page.on('request', (request) => {
    if (request.url().includes('/api/confirm-payment')) asked.count += 1;
  });
  return asked;
};

test('the page asks each second for two minutes, and again when somebody wants to look', async () => {
  const { shop, stripe, visit } = pages;
  const name = await order();
  const { page } = await visit('/account');
  await page.clock.install();
  const asked = questionsOf(page);
  await page.goto(resultPage(name));
  await page.getByRole('link', { name: 'Continue to payment' }).waitFor();
  await page.clock.runFor(1_000);
  await expect.poll(() => asked.count).toBe(2);
  await page.clock.fastForward(121_000);
  const again = page.getByRole('button', { name: 'Check again' });
  await again.waitFor();
  const before = asked.count;
  await page.clock.runFor(5_000);
  expect(asked.count).toBe(before);
  await stripe.pay(name);
  shop.later(10_000);
  await again.click();
  await page.getByRole('heading', { name: 'You have successfully completed the payment' }).waitFor();
});

test('a payment that failed says its state and leads back to the product', async () => {
  const { shop, stripe, visit } = pages;
  const name = await order();
  await stripe.decline(name);
  shop.later(10_000);
  const { page } = await visit(resultPage(name));
  await page.getByRole('heading', { name: 'The payment has failed' }).waitFor();
  await page.getByText('The current state is: Error').waitFor();
  await page.getByRole('main').getByText('acme', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('link', { name: 'Buy again' }).click();
  await page.waitForURL('**/products/ticket/buy');
});

test('the account page lists the orders of a user, and marks those by hand', async () => {
  const { shop, visit } = pages;
  const bob = await shop.person('bob');
  const { page } = await visit('/account/orders', bob);
  await page.getByText('You have not bought anything yet.').waitFor();
  const payment = { organization: 'acme', user: 'bob', productDisplayName: 'A book', price: 5, currency: 'EUR' };
  await add(shop.root, 'payment', { name: 'by-hand', ...payment, state: 'Refunded' });
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'A book' });
  for (const text of ['Refunded', 'By hand', '€5 (EUR)']) await row.getByText(text, { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await row.getByRole('link', { name: /^Show order/ }).click();
  await page.getByRole('heading', { name: 'The payment was refunded' }).waitFor();
  await page.getByText('By hand', { exact: true }).waitFor();
});
