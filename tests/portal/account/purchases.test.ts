import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../../commerce/invoices/desk.ts';
import { type PlanShop, startPlans } from '../../commerce/plans/world.ts';
import { findings, findingsInFull } from '../../console/world/axe.ts';
import { type Browser, openBrowser, signInAs } from '../../console/world/browser.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { download } from '../world/download.ts';
import { done } from './account-world.ts';

let plans: PlanShop;
let browser: Browser;
beforeAll(async () => {
  [plans, browser] = await Promise.all([startPlans(new Date().toISOString()), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await plans?.shop.stop();
});

async function visit(client: Client, path: string) {
  const visitor = await browser.visit(plans.shop.app.url, { reducedMotion: 'reduce' });
  await signInAs(visitor, client, plans.shop.app.url);
  await visitor.page.goto(path);
  return visitor;
}

const day = (moment: string) => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(moment));
const line = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

test('somebody who has bought nothing reads so in both sections, and sees a trial as one', async () => {
  const carol = await plans.person('carol');
  // A payment by hand that nobody has confirmed can have no invoice.
  const byHand = { name: 'by-hand', organization: 'acme', user: 'carol', productDisplayName: 'A book', state: 'Paid' };
  await add(plans.shop.root, 'payment', byHand);
  const { page, complaints } = await visit(carol, '/account/invoices');
  await page.getByText('You have paid for nothing yet.').waitFor();
  await page.getByRole('link', { name: 'Subscriptions' }).click();
  await page.getByText('You have no plan.').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await plans.trial(carol);
  await page.reload();
  await line(page, 'silver').getByText('Trial', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('a subscriber cancels after a question that names the last day, and takes it back', async () => {
  const bob = await plans.person('bob');
  await plans.pay(bob);
  const state = async () => (await plans.terms('bob')).map((term) => term.state);
  const [{ endDate = '' } = {}] = await plans.terms('bob');
  const { page, complaints } = await visit(bob, '/account/subscriptions');
  const silver = line(page, 'silver');
  await silver.getByText(`Until ${day(endDate)}`, { exact: true }).waitFor();
  const renew = silver.getByRole('link', { name: 'Renew or change: silver' });
  expect(await renew.getAttribute('href')).toBe('/pricing/acme/main');

  const dialog = page.getByRole('dialog', { name: 'Cancel silver' });
  await silver.getByRole('button', { name: 'Cancel silver' }).click();
  await dialog.getByText(`silver stays until ${day(endDate)}. You can take this back until then.`).waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await state()).toEqual(['Active']);

  await silver.getByRole('button', { name: 'Cancel silver' }).click();
  await dialog.getByRole('button', { name: 'Cancel silver' }).click();
  await done(page, 'silver is cancelled.');
  await silver.getByText(`Ends on ${day(endDate)}`, { exact: true }).waitFor();
  expect(await state()).toEqual(['Cancelled']);
  expect(await findings(page)).toEqual([]);
  await silver.getByRole('button', { name: 'Keep: silver' }).click();
  await done(page, 'silver stays.');
  expect(await state()).toEqual(['Active']);

  await renew.click();
  await page.getByRole('button', { name: 'Change: gold' }).click();
  await page.getByRole('heading', { name: 'gold: $10.10' }).waitFor();
  await page.getByText('The rest of your present plan is worth $9.90.').waitFor();
  expect(complaints).toEqual([]);
});

test('a buyer without a country chooses one, corrects the data, checks them and downloads the invoice', async () => {
  const dave = await plans.person('dave');
  const payment = await plans.pay(dave);
  const { page, complaints } = await visit(dave, '/account/invoices');
  const silver = line(page, payment);
  await silver.getByText('$9.90 (USD)').waitFor();
  await silver.getByRole('button', { name: `Request invoice: silver, ${payment}` }).click();
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const next = () => dialog.getByRole('button', { name: 'Continue' }).click();
  await next();
  await dialog.getByText('Please select your country/region!').waitFor();
  await field('Country').selectOption('AT');
  await field('Recipient').selectOption('Organization');
  for (const [label, value] of Object.entries({ Name: 'Dave Groß', Email: 'dave@example.at', Address: 'Ring 1, Wien' }))
    await field(label).fill(value);
  await field('Name on the invoice').fill('Groß OG');
  await field('Tax ID').fill('ATU13585626');
  await next();
  await dialog.getByText('The input is not invoice Tax ID!').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('invoiceTaxId');
  expect(await findings(page)).toEqual([]);
  await field('Tax ID').fill('ATU13585627');
  await next();
  for (const text of [
    'Austria (AT)',
    'Dave Groß',
    'dave@example.at',
    'Organization',
    'Groß OG',
    'ATU13585627',
    'Ring 1, Wien',
  ])
    await dialog.getByText(text, { exact: true }).waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Issue invoice' }).click();
  await done(page, 'The invoice for silver is ready.');
  const link = silver.getByRole('link', { name: `Download: silver, ${payment}` });
  const text = await textOf((await download(page, link)).content);
  for (const part of [payment, 'silver', 'Groß OG', 'ATU13585627', 'USD 9.90']) expect(text).toContain(part);
  expect(await findings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
