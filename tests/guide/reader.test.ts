import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../console/world/axe.ts';
import { type Desk, openDesk } from '../console/world/desk.ts';
import { add } from '../harness/world.ts';

let desk: Desk;
let clientId = '';

/** The guide's themes are those of its generator. */
const themes = { light: 'html:not(.dark)', dark: 'html.dark' };

beforeAll(async () => {
  desk = await openDesk();
  const { admin } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'application', { name: 'shop', displayName: 'Shop', organization: 'acme', cert: 'cert-built-in' });
  clientId = String((await desk.stored('application', 'admin/shop')).clientId);
});
afterAll(() => desk?.close());

test('the masthead, an empty list and an editor lead to the guide', async () => {
  const { page } = desk;
  await page.goto('/roles');
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'About Roles in the guide' }).click();
  const guide = await opened;
  await guide.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
  await guide.close();
  await page.goto('/applications/shop');
  const link = page.getByRole('link', { name: 'About Applications in the guide' });
  expect(await link.getAttribute('href')).toBe('/docs/kinds/applications');
  expect(await page.getByRole('link', { name: 'Guide', exact: true }).getAttribute('href')).toBe('/docs/');
});

test('a reader who has signed in sees their own values in the examples of each page', async () => {
  const { page, app } = desk;
  await page.goto('/docs/start/application-in-console');
  const example = page.locator('.vp-doc pre').filter({ hasText: 'OIDC_CLIENT_ID' }).first();
  await page.getByLabel('Application in the examples').selectOption('Shop');
  await example.getByText(clientId).waitFor();
  expect(await example.textContent()).toContain(app.url);
  expect(await example.textContent()).toContain('your-client-secret');
  // The choice stays, also after a move to another page and back.
  await page.getByRole('link', { name: 'the one on a laptop' }).click();
  await page.getByRole('heading', { level: 1, name: 'On a laptop' }).waitFor();
  await page.goBack();
  await example.getByText(clientId).waitFor();
});

test('a visitor sees the issuer, and is asked nothing', async () => {
  const { browser, app } = desk;
  const { page, complaints, context } = await browser.visit(app.url);
  await page.goto('/docs/start/application-in-console');
  await page.locator('.vp-doc pre').filter({ hasText: app.url }).first().waitFor();
  expect(await page.getByLabel('Application in the examples').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('the search finds a page by its words', async () => {
  const { page } = desk;
  await page.goto('/docs/');
  await page.getByRole('button', { name: 'Search', exact: true }).first().click();
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill('redirect address');
  await page.getByRole('option').or(page.locator('.results .result')).first().waitFor();
});

test('axe finds nothing on pages of the guide, in both themes, and a phone scrolls no page sideways', async () => {
  const { page } = desk;
  for (const path of ['/docs/', '/docs/start/application-in-console', '/docs/kinds/webhooks', '/docs/errors/sign-in']) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await findings(page, themes)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  }
});
