import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { adminPassword } from '../harness/template.ts';
import { add, createTenant, password } from '../harness/world.ts';
import { findings } from './axe.ts';
import { type Browser, openBrowser, signIn, type Visitor } from './browser.ts';

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
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe('Notifications');
});

test('how things went that were asked for can be looked up, marked as read and cleared', async () => {
  await page.goto('/roles');
  await button('Add').first().click();
  await heading('New Role');
  await button('Cancel').first().click();
  await page.getByText('Role deleted successfully').waitFor();
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
});

test('a list that one may not see says so, and leads home', async () => {
  const { page: own } = await browser.visit(app.url);
  await own.goto('/login/acme');
  await signIn(own, 'alice', password);
  await own.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
  await own.goto('/organizations/acme/users');
  await own.getByRole('heading', { name: '403 Unauthorized' }).waitFor();
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
