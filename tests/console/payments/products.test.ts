import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startStripe } from '../../commerce/stand-ins/stripe.ts';
import { type Shop, startShop } from '../../commerce/world.ts';
import { add } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { openBrowser } from '../world/browser.ts';
import { deskAt } from '../world/desk.ts';

let shop: Shop;
let desk: Awaited<ReturnType<typeof deskAt<Shop['app']>>>;

beforeAll(async () => {
  shop = await startShop({ stripe: await startStripe() });
  desk = await deskAt(await openBrowser(), shop.app);
  await add(shop.root, 'provider', { name: 'half', category: 'Payment', type: 'Stripe' });
  await shop.addProduct('ticket', { providers: ['stripe', 'half'] });
});
afterAll(async () => {
  await desk?.browser.close();
  await shop?.stop();
});
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('the editor of a product shows the buy page with typed values, and warns of a provider by which nobody can pay', async () => {
  const { page, field } = desk;
  await page.goto('/products/ticket');
  await page.getByText('Nobody can pay by half: fields are empty: Secret key and Signing secret.').waitFor();
  const link = page.getByRole('link', { name: 'Test buy page..' });
  expect(await link.getAttribute('href')).toBe('/products/ticket/buy');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  const shown = page.frameLocator('iframe[title="Preview: buy page"]');
  await shown.getByText('$9.90 (USD)').waitFor();
  await field('Price').fill('12.5');
  await shown.getByText('$12.50 (USD)').waitFor();
  await shown.getByRole('button', { name: 'Stripe', exact: true }).waitFor();
  expect(await shown.getByRole('button').count()).toBe(1);
  expect(await findings(page)).toEqual([]);
});

test('a price with more decimals than its currency has is refused beside its field', async () => {
  const { page, field, button } = desk;
  await page.goto('/products/ticket');
  await field('Price').fill('1.005');
  await button('Save').click();
  await expect.poll(() => field('Price').getAttribute('aria-invalid')).toBe('true');
});

test('the list of products leads to the buy page', async () => {
  const { page } = desk;
  await page.goto('/products');
  await page.getByRole('button', { name: 'Actions for ticket' }).click();
  await page.getByRole('menuitem', { name: 'Buy', exact: true }).click();
  await page.getByRole('button', { name: 'Stripe', exact: true }).waitFor();
});
