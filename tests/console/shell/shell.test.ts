import words from '@doorwright/locales/en/console.json' with { type: 'json' };
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { type Browser, signIn } from '../world/browser.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

let desk: Desk;
let tenant: Tenant;
let app: TestApp;
let browser: Browser;
let root: Client;
let page: Page;

beforeAll(async () => {
  // No syncer runs by itself: the test writes its error.
  desk = await openDesk({}, undefined, handTicker());
  ({ app, browser, admin: root, page } = desk);
  tenant = await createTenant(app, root, 'acme');
  const syncer = { organization: 'acme', errorText: 'no route to host', isEnabled: true };
  await add(root, 'syncer', { name: 'broken', ...syncer });
  await page.setViewportSize({ width: 1280, height: 900 });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const heading = (name: string) => desk.heading(name);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const active = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
const items = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

test('the bell says what to do about each problem, links to its page, and keeps what is read', async () => {
  await page.goto('/');
  await button('1 unread notification').press('Enter');
  await heading('Notifications');
  await expect.poll(() => items().allTextContents()).toEqual([expect.stringContaining('Syncer broken reports errors')]);
  await items().first().getByText('The last error was “no route to host”. Check the connection').waitFor();
  expect(await findings(page)).toEqual([]);
  await items().first().getByRole('link', { name: 'Open: Syncer broken reports errors' }).press('Enter');
  await page.waitForURL('**/syncers/broken');
  await button('Notifications').waitFor();
  await page.reload();
  await button('Notifications').click();
  await expect.poll(() => items().count()).toBe(1);
  // The drawer takes the focus once it is open.
  await expect.poll(active).toBe('Actions for Notifications');
  await page.keyboard.press('Escape');
  await expect.poll(active).toBe('Notifications');
});

test('results of actions can be looked up, marked as read and cleared', async () => {
  await page.goto('/roles');
  await button('Add').first().click();
  await heading('New role');
  await button('Save & Exit').first().click();
  await page.getByText('Successfully saved').waitFor();
  await button(/unread notification/).click();
  await expect.poll(() => items().count()).toBe(2);
  await button('Actions for Notifications').press('Enter');
  await page.getByRole('menuitem', { name: 'Mark all as read' }).press('Enter');
  await page.getByText('0 unread').waitFor();
  await button('Actions for Notifications').click();
  await page.getByRole('menuitem', { name: 'Clear all' }).click();
  await expect.poll(() => items().count()).toBe(1);
  await page
    .getByRole('heading', { name: 'Notifications' })
    .locator('..')
    .getByRole('button', { name: 'Close' })
    .click();
  await expect.poll(() => page.getByRole('heading', { name: 'Notifications' }).count()).toBe(0);
});

test('the bell says when nothing waits', async () => {
  const { page: own, complaints } = await desk.visitAs(tenant.user);
  await own.goto('/');
  await own.getByRole('button', { name: 'Notifications', exact: true }).click();
  await own.getByRole('heading', { name: 'No notifications' }).waitFor();
  expect(await findingsInFull(own)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a sign-in is confirmed once, and not in the bell', async () => {
  const { page: own } = await browser.visit(app.url);
  await own.goto('/login/acme');
  await signIn(own, 'alice', password);
  const told = own.getByText('Logged in successfully');
  await told.waitFor();
  await own.getByRole('button', { name: 'Notifications', exact: true }).click();
  await own.getByRole('heading', { name: 'No notifications' }).waitFor();
  await told.waitFor({ state: 'detached' });
  await own.reload();
  await own.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  expect(await told.count()).toBe(0);
});

test('title, icon and footer are those of the organization', async () => {
  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  const favicon = `${app.url}/icon.svg?acme`;
  await root.post('update-organization?id=admin/acme', {
    ...data,
    displayName: 'Acme Corp',
    favicon,
    websiteUrl: 'https://acme.example',
  });
  const { page: own } = await desk.visitAs(tenant.user);
  await own.goto('/');
  await own.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  await expect.poll(() => own.title()).toBe('Acme Corp · Doorwright');
  await own.locator(`link[rel=icon][href="${favicon}"]`).waitFor({ state: 'attached' });
  await expect
    .poll(() => own.getByRole('link', { name: 'Acme Corp' }).getAttribute('href'))
    .toBe('https://acme.example');

  await app.db('organizations').where({ name: 'acme' }).update({ website_url: 'javascript:alert(1)' });
  await own.reload();
  await own.getByText('Acme Corp').waitFor();
  expect(await own.getByRole('link', { name: 'Acme Corp' }).count()).toBe(0);

  // A list has no links to pages that its reader may not open.
  await app.db('organizations').where({ name: 'acme' }).update({ website_url: '/logout' });
  await page.goto('/organizations');
  await page.getByText('/logout', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: '/logout' }).count()).toBe(0);
});

test('a list without permission says so, and links to the home page', async () => {
  const { page: own } = await desk.visitAs(tenant.user);
  await own.goto('/organizations/acme/users');
  await own.getByRole('heading', { name: "You don't have access" }).waitFor();
  await own.getByText('Sorry, you do not have permission to access this page.').waitFor();
  await own.getByRole('link', { name: 'Back Home' }).click();
  await own.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  await own.goto('/nowhere');
  await own.getByText('Sorry, the page you visited does not exist.').waitFor();
});

test('a failed check of the session says why', async () => {
  const { page: own, context } = await browser.visit(app.url);
  await context.route('**/api/get-account', (route) =>
    route.fulfill({ json: { status: 'error', msg: 'The house is full', code: 'busy', data: null, data2: null } }),
  );
  await own.goto('/');
  await own.getByText('Failed to sign in: The house is full').waitFor();
  expect(new URL(own.url()).pathname).toBe('/');
});

test('the title of a page says what it shows', async () => {
  await page.goto('/roles');
  await expect.poll(() => page.title()).toBe('Roles · Built-in Organization · Doorwright');
  await page.goto('/applications/app-built-in');
  await expect.poll(() => page.title()).toMatch(/^Doorwright · Applications · /);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Applications' }).click();
  await heading('Applications');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => page.title()).toBe('Built-in Organization · Doorwright');
});

test('the menu begins with what people use, has every entry of the specification in folded sections, and marks the current page', async () => {
  await page.goto('/subscriptions');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const here = menu.getByRole('region', { name: 'Sales' }).getByRole('link', { name: 'Subscriptions' });
  await expect.poll(async () => (await here.boundingBox())?.y).toBeLessThan(900);
  const shown = () => menu.getByRole('link').allTextContents();
  expect((await shown()).slice(0, 7).join(' ')).toBe(
    'Home Get started Users Organizations Applications Providers Records',
  );
  expect(await shown()).not.toContain('Roles');
  await unfoldMenu(page);
  const links = await shown();
  const specified =
    'Home Users Organizations Applications Providers Records Roles Permissions Models Resources Tokens Webhooks Syncers Certs Products Payments Swagger';
  expect(links.filter((link) => specified.split(' ').includes(link)).join(' ')).toBe(specified);
  expect(await menu.getByRole('heading').allTextContents()).toEqual(Object.values(words.menuGroups));
});

test('the whole menu of a global administrator, unfolded, fits screens of 900 and 800 px', async () => {
  const beyond =
    "(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('#page-sidebar'))";
  for (const height of [900, 800]) {
    await page.setViewportSize({ width: 1440, height });
    await expect.poll(() => page.evaluate(beyond), { message: `${height} px` }).toBe(0);
  }
});

test('a sign-in of another user in another tab shows here too, with their permissions', async () => {
  const { page: first, context } = await desk.visitAs(await app.admin());
  await first.goto('/');
  const links = first.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await first.getByRole('link', { name: 'Records' }).click();
  await first.getByRole('gridcell', { name: 'admin' }).first().waitFor();
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Admin' }).click();
  await second.getByRole('menuitem', { name: 'Logout' }).click();
  await second.waitForURL(/\/login(\/|\?|$)/);
  await second.goto('/login/acme');
  await signIn(second, 'alice', password);
  await second.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  // The browser tells a tab that it is visible again.
  await first.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await first.getByRole('button', { name: 'Someone' }).waitFor();
  await expect.poll(() => links.allTextContents()).toEqual(['Home']);
  await first.getByRole('heading', { name: "You don't have access" }).waitFor();
});

test('the page says at once that it is offline, and goes on when it is online', async () => {
  const { page: own, context } = await desk.visitAs(root);
  await own.goto('/');
  const menu = own.getByRole('navigation', { name: 'Menu' });
  await unfoldMenu(own);
  await menu.getByRole('link', { name: 'Groups' }).click();
  await own.getByText('Nothing here yet').waitFor();
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Models' }).click();
  await own.getByText('Failed to connect to server').waitFor();
  await context.setOffline(false);
  await own.getByRole('button', { name: 'Try again' }).click();
  await own.getByText('Nothing here yet').waitFor();
});

test('a language in the address is used and remembered', async () => {
  const { page: own } = await browser.visit(app.url);
  await own.goto('/users/acme/nobody?language=fr&x=1');
  await own.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => own.evaluate('document.documentElement.lang')).toBe('fr');
  await expect.poll(() => new URL(own.url()).search).toBe('?x=1');
  await own.reload();
  await expect.poll(() => own.evaluate('document.documentElement.lang')).toBe('fr');
});

test('a long page has a link to its top, and the first Tab skips the menu', async () => {
  await page.goto('/applications/app-built-in');
  await heading('app-built-in');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.locator('main').hover();
  await page.mouse.wheel(0, 2000);
  await button('Back to top').click();
  await expect.poll(() => page.evaluate("document.getElementById('main').scrollTop")).toBe(0);
});
