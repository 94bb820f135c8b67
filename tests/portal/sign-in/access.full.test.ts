import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { cutOff } from '../pages/pseudo-page.ts';
import { openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
let shop: Application;
beforeAll(async () => {
  portal = await openPortal();
  const open = { enableSignUp: true, enableCodeSignin: true };
  shop = await portal.application('shop', { displayName: '[Shop]', logo: 'https://app.example/logo.png', ...open });
});
afterAll(() => portal?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the form is 300 pixels wide on a desktop, and has room for a code where letters are twice as large', async () => {
  const { page, context } = await portal.visit({ viewport: { width: 1280, height: 800 } });
  await page.goto(requestOf(shop));
  expect((await page.locator('form').boundingBox())?.width).toBe(300);
  await button(page, 'Sign in with code').click();
  await button(page, 'Send Code: Verification code').waitFor();
  await page.setViewportSize({ width: 390, height: 800 });
  const tools = await context.newCDPSession(page);
  await tools.send('Page.enable');
  await tools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect.poll(async () => (await page.locator('#code').boundingBox())?.width).toBeGreaterThan(200);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByLabel('Language').selectOption('Русский');
  await page.getByText('Оставаться в системе').waitFor();
  await expect.poll(() => cutOff(page)).toEqual([]);
});

test('the page is dark before anything is drawn, and light where the visitor chose it', async () => {
  const { page } = await portal.visit({ colorScheme: 'dark' });
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/login');
  await page.locator('html.pf-v6-theme-dark').waitFor({ state: 'attached' });
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.getByLabel('Appearance').selectOption('Light');
  await page.locator('html:not(.pf-v6-theme-dark)').waitFor({ state: 'attached' });
  await page.reload();
  await signIn(page, 'nobody', 'nothing');
  expect(await page.locator('html.pf-v6-theme-dark').count()).toBe(0);
  await page.goto('/login/oauth/device');
  await page.getByRole('heading', { name: 'Connect a device' }).waitFor();
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(240, 242, 245)');
});
