import words from '@doorwright/locales/en/console.json' with { type: 'json' };
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { add, createTenant, password } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Browser, openBrowser, signIn, type Visitor } from '../world/browser.ts';

let app: TestApp;
let browser: Browser;
let root: Client;
let admin: Visitor;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  app = await startApp();
  root = await app.admin();
  await createTenant(app, root, 'acme');
  const syncer = { organization: 'acme', errorText: 'no route to host', isEnabled: true };
  await add(root, 'syncer', { name: 'broken', ...syncer });
  admin = await browser.visit(app.url, { viewport: { width: 1280, height: 900 } });
  page = admin.page;
  await page.goto('/login');
  await signIn(page, 'admin', adminPassword);
  await heading('Welcome, Admin');
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});
// The browser has nothing to complain of.
afterEach(() => expect(admin.complaints.splice(0)).toEqual([]));

const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const items = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

test('what needs an administrator waits behind the bell, leads to its page, and stays read', async () => {
  await button('1 unread notification').press('Enter');
  await heading('Notifications');
  await expect.poll(() => items().allTextContents()).toEqual([expect.stringContaining('Syncer broken reports errors')]);
  expect(await findings(page)).toEqual([]);
  await items().first().press('Enter');
  await page.waitForURL('**/syncers/broken');
  await button('Notifications').waitFor();
  await page.reload();
  await button('Notifications').click();
  await expect.poll(() => items().count()).toBe(1);
  const active = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
  // The drawer takes the keyboard once it has come in.
  await expect.poll(active).toBe('Actions for Notifications');
  await page.keyboard.press('Escape');
  await expect.poll(active).toBe('Notifications');
});

test('how things went that were asked for can be looked up, marked as read and cleared', async () => {
  await page.goto('/roles');
  await button('Add').first().click();
  await heading('New Role');
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

test('whom nothing waits for is told so', async () => {
  const { page: own, complaints } = await browser.visit(app.url);
  await own.goto('/login/acme');
  await signIn(own, 'alice', password);
  await own.getByRole('button', { name: 'Notifications', exact: true }).click();
  await own.getByRole('heading', { name: 'No notifications' }).waitFor();
  expect(await findings(own)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('whoever comes in is told so, and only once; the bell has nothing of it', async () => {
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

test('the title, the icon and the company at the foot are those of the organization', async () => {
  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  const favicon = `${app.url}/icon.svg?acme`;
  await root.post('update-organization?id=admin/acme', {
    ...data,
    displayName: 'Acme Corp',
    favicon,
    websiteUrl: 'https://acme.example',
  });
  const { page: own } = await browser.visit(app.url);
  await own.goto('/login/acme');
  await signIn(own, 'alice', password);
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

  // Nor does a list lead to where nobody would go who reads it.
  await app.db('organizations').where({ name: 'acme' }).update({ website_url: '/logout' });
  await page.goto('/organizations');
  await page.getByText('/logout', { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: '/logout' }).count()).toBe(0);
});

test('a list that one may not see says so, and leads home', async () => {
  const { page: own } = await browser.visit(app.url);
  await own.goto('/login/acme');
  await signIn(own, 'alice', password);
  await own.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  await own.goto('/organizations/acme/users');
  await own.getByRole('heading', { name: "You don't have access" }).waitFor();
  await own.getByText('Sorry, you do not have permission to access this page.').waitFor();
  await own.getByRole('link', { name: 'Back Home' }).click();
  await own.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  await own.goto('/nowhere');
  await own.getByText('Sorry, the page you visited does not exist.').waitFor();
});

test('who cannot be signed in for another reason than not having done so is told the reason', async () => {
  const { page: own, context } = await browser.visit(app.url);
  await context.route('**/api/get-account', (route) =>
    route.fulfill({ json: { status: 'error', msg: 'The house is full', code: 'busy', data: null, data2: null } }),
  );
  await own.goto('/');
  await own.getByText('Failed to sign in: The house is full').waitFor();
  expect(new URL(own.url()).pathname).toBe('/');
});

test('a page says in its title what it shows', async () => {
  await page.goto('/roles');
  await expect.poll(() => page.title()).toBe('Roles · Built-in Organization · Doorwright');
  await page.goto('/applications/app-built-in');
  await expect.poll(() => page.title()).toMatch(/^app-built-in · Applications · /);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Applications' }).click();
  await heading('Applications');
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' }).click();
  await expect.poll(() => page.title()).toBe('Built-in Organization · Doorwright');
});

test('the menu has the order of the specification, what is akin stands together, and one sees where one is', async () => {
  await page.goto('/subscriptions');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const here = menu.getByRole('region', { name: 'Sales' }).getByRole('link', { name: 'Subscriptions' });
  await expect.poll(async () => (await here.boundingBox())?.y).toBeLessThan(900);
  const links = await menu.getByRole('link').allTextContents();
  const specified =
    'Home Organizations Users Roles Permissions Models Providers Applications Resources Tokens Records Webhooks Syncers Certs Products Payments Swagger';
  expect(links.filter((link) => specified.split(' ').includes(link)).join(' ')).toBe(specified);
  expect(await menu.getByRole('heading').allTextContents()).toEqual(Object.values(words.menuGroups));
});

test('somebody else who signs in in another tab is shown in this one too, with what he may see', async () => {
  const { page: first, context } = await browser.visit(app.url);
  await first.goto('/login');
  await signIn(first, 'admin', adminPassword);
  const links = first.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await first.getByRole('link', { name: 'Records' }).click();
  await first.getByRole('link', { name: 'built-in' }).first().waitFor();
  const second = await context.newPage();
  await second.goto('/');
  await second.getByRole('button', { name: 'Admin' }).click();
  await second.getByRole('menuitem', { name: 'Logout' }).click();
  await second.waitForURL('**/login');
  await second.goto('/login/acme');
  await signIn(second, 'alice', password);
  await second.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  // What the browser tells a tab that one comes back to.
  await first.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await first.getByRole('button', { name: 'Someone' }).waitFor();
  await expect.poll(() => links.allTextContents()).toEqual(['Home']);
  await first.getByRole('heading', { name: "You don't have access" }).waitFor();
});

test('whoever is offline is told so at once, and goes on when he is back', async () => {
  const { page: own, context } = await browser.visit(app.url);
  await own.goto('/login');
  await signIn(own, 'admin', adminPassword);
  const menu = own.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Groups' }).click();
  await own.getByText('Nothing here yet').waitFor();
  await context.setOffline(true);
  await menu.getByRole('link', { name: 'Models' }).click();
  await own.getByText('Failed to connect to server').waitFor();
  await context.setOffline(false);
  await own.getByRole('button', { name: 'Try again' }).click();
  await own.getByText('Nothing here yet').waitFor();
});

test('a language in the address is taken and remembered', async () => {
  const { page: own } = await browser.visit(app.url);
  await own.goto('/users/acme/nobody?language=fr&x=1');
  await own.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => own.evaluate('document.documentElement.lang')).toBe('fr');
  await expect.poll(() => new URL(own.url()).search).toBe('?x=1');
  await own.reload();
  await expect.poll(() => own.evaluate('document.documentElement.lang')).toBe('fr');
});

test('a long page has a way back to its top, and the first Tab leads past the menu', async () => {
  await page.goto('/applications/app-built-in');
  await heading('Edit Application');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.locator('main').hover();
  await page.mouse.wheel(0, 2000);
  await button('Back to top').click();
  await expect.poll(() => page.evaluate("document.getElementById('main').scrollTop")).toBe(0);
});
