import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PlanShop, startPlans } from '../../commerce/plans/world.ts';
import { findings } from '../../console/world/axe.ts';
import { type Browser, openBrowser, signIn, signInAs } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';

let plans: PlanShop;
let browser: Browser;
beforeAll(async () => {
  [plans, browser] = await Promise.all([startPlans(new Date().toISOString()), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await plans?.shop.stop();
});

const address = '/pricing/acme/main';
const stripePage = '<!doctype html><html lang="en"><title>Stripe</title><h1>Stripe</h1>';

async function visit(options = {}) {
  const visitor = await browser.visit(plans.shop.app.url, { reducedMotion: 'reduce', ...options });
  await visitor.context.route('https://checkout.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: stripePage }),
  );
  return visitor;
}

test('a visitor compares the plans, chooses a year, signs in and pays', async () => {
  const { page, complaints } = await visit();
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: 'Main' }).waitFor();
  for (const text of ['$9.90', '$20', 'silver support', 'gold support'])
    await page.getByText(text, { exact: true }).waitFor();
  expect(await page.getByText('7 days free').count()).toBe(2);
  expect(await findings(page)).toEqual([]);

  await page.getByRole('radio', { name: 'Yearly' }).check();
  await page.getByText('$99', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Choose: silver' }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/login/acme');
  await signIn(page, 'alice', password);
  await page.getByRole('heading', { name: 'silver: $99' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stripe' }).click();
  await page.waitForURL('https://checkout.stripe.com/**');

  const payment = plans.newest();
  await plans.stripe.pay(payment);
  await plans.notify(payment);
  await page.goto(`${plans.shop.app.url}${address}`);
  await page.getByText(/^Your plan until /).waitFor();
  expect(await page.getByRole('button', { name: 'Choose: gold' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('somebody who is signed in starts a trial on a phone, by the keyboard', async () => {
  const visitor = await visit({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await signInAs(visitor, await plans.person('bob'), plans.shop.app.url);
  const { page } = visitor;
  await page.goto(address);
  await page.getByRole('button', { name: 'Choose: gold' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Try for 7 days' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText(/^Your plan until /).waitFor();
  expect(await plans.terms('bob')).toMatchObject([{ state: 'Trial', plan: 'acme/gold' }]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect(await findings(page)).toEqual([]);
});

test('somebody lets a plan renew, sees when it does, and cancels', async () => {
  const visitor = await visit();
  await signInAs(visitor, await plans.person('carol'), plans.shop.app.url);
  const { page, complaints } = visitor;
  await page.goto(address);
  await page.getByRole('button', { name: 'Choose: silver' }).click();
  await page.getByRole('checkbox', { name: 'Renew automatically' }).check();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stripe: $9.90 per month' }).click();
  await page.waitForURL('https://checkout.stripe.com/**');
  const payment = plans.newest();
  await plans.stripe.pay(payment);
  await plans.notify(payment);
  await page.goto(`${plans.shop.app.url}${address}`);
  await page.getByText(/^Your plan, renews on /).waitFor();

  await page.goto(`${plans.shop.app.url}/account/subscriptions`);
  await page.getByText(/^Renews on .+ by Stripe$/).waitFor();
  await page.getByRole('button', { name: 'Cancel silver' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Stripe takes no more money/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel silver' }).click();
  await page.getByText(/^Ends on /).waitFor();
  expect(complaints).toEqual([]);
});

test('a pricing that is missing or disabled says so', async () => {
  const { page } = await visit();
  await page.goto('/pricing/acme/nothing');
  await page.getByRole('heading', { name: 'These plans do not exist' }).waitFor();
  await plans.admin.post('update-pricing', { isEnabled: false }, { query: { id: 'acme/main' } });
  await page.goto(address);
  await page.getByRole('heading', { name: 'These plans do not exist' }).waitFor();
});
