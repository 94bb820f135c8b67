import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings, findingsInFull } from '../../console/world/axe.ts';
import { signIn } from '../../console/world/browser.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { openShopPages, type ShopPages } from './shop-pages.ts';

let pages: ShopPages;
beforeAll(async () => {
  pages = await openShopPages();
  await pages.shop.addProduct('ticket', { providers: ['stripe'], returnUrl: 'https://shop.example/thanks' });
});
afterAll(() => pages?.stop());

const buyPage = (name: string) => `/products/${name}/buy`;

test('somebody buys a product, pays at the service, and returns to the shop with a proof', async () => {
  const { stripe, shop, visit, lastOrder } = pages;
  const { page, complaints } = await visit(buyPage('ticket'));
  await page.getByText('$9.90 (USD)').waitFor();
  for (const text of ['A ticket', 'For one day', 'Tickets', 'ticket', '50'])
    await page.getByText(text, { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  const { promise: asked, resolve: seen } = Promise.withResolvers<void>();
  const { promise: waits, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/buy-product?**', async (route) => {
    seen();
    await waits;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Stripe' }).click();
  await asked;
  await page.getByRole('status').getByText('Placing order...').waitFor();
  expect(await page.getByRole('button', { name: 'Stripe' }).getAttribute('aria-disabled')).toBe('true');
  goOn();
  await page.waitForURL('https://checkout.stripe.com/**');

  await stripe.pay(lastOrder(stripe));
  shop.later(10_000);
  await page.goto(`${shop.app.url}/payments/${lastOrder(stripe)}/result`);
  await page.getByRole('heading', { name: 'You have successfully completed the payment' }).waitFor();
  await page.getByText('A ticket', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  const back = new URL((await page.getByRole('link', { name: 'Return to Website' }).getAttribute('href')) ?? '');
  expect(back.origin + back.pathname).toBe('https://shop.example/thanks');
  expect([...back.searchParams.keys()]).toEqual(['payment', 'payment_token']);
  expect(complaints).toEqual([]);
});

test('a product that nobody can buy says why', async () => {
  const { shop, visit } = pages;
  await shop.addProduct('draft', { state: 'Draft' });
  await shop.addProduct('none-left', { quantity: 0 });
  await shop.addProduct('without', { providers: [] });
  const { page } = await visit(buyPage('draft'));
  await page.getByText('This product is currently not in sale.').waitFor();
  expect(await page.getByRole('button').count()).toBe(0);
  await page.goto(buyPage('none-left'));
  await page.getByText('This product is sold out.').waitFor();
  await page.goto(buyPage('without'));
  await page.getByText('There is no payment channel for this product.').waitFor();
  await page.goto(buyPage('nothing'));
  await page.getByRole('heading', { name: 'This product does not exist' }).waitFor();
  const visitor = await visit(buyPage('nothing'), shop.app.client());
  await visitor.page.getByRole('heading', { name: 'This product does not exist' }).waitFor();
});

test('a refusal and a lost connection end the placing of an order, and the page says so', async () => {
  const { shop, visit } = pages;
  await shop.addProduct('last', { quantity: 1, providers: ['stripe'] });
  const { page } = await visit(buyPage('last'));
  const button = page.getByRole('button', { name: 'Stripe' });
  await page.route('**/api/buy-product?**', (route) => route.abort(), { times: 1 });
  const readAgain = page.waitForResponse('**/api/get-product?**');
  await button.click();
  await page
    .getByRole('alert')
    .getByText(/^Failed to connect to server/)
    .waitFor();
  // The page then still shows a piece. A later reading would show none, and no button.
  await (await readAgain).finished();
  await shop.buy(shop.root, 'last', 'stripe');
  await button.click();
  await page.getByRole('alert').getByText('This product is sold out.').waitFor();
  await page.getByRole('status').getByText('This product is sold out.').waitFor();
  expect(await page.getByText('Placing order...').count()).toBe(0);
});

test('a visitor sees the product, signs in to pay, and comes back to it', async () => {
  const { page, complaints } = await pages.visit(buyPage('ticket'), pages.shop.app.client());
  await page.getByText('$9.90 (USD)').waitFor();
  await page.getByText('Sign in to buy this product.').waitFor();
  expect(await page.getByRole('button', { name: 'Stripe' }).count()).toBe(0);
  expect(await findingsInFull(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/login');
  await signIn(page, 'admin', adminPassword);
  await page.getByRole('button', { name: 'Stripe' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(buyPage('ticket'));
});
