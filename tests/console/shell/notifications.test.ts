import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
let tenant: Tenant;
let app: TestApp;
let root: Client;
let page: Page;

beforeAll(async () => {
  // An enabled syncer runs, and its error would be another one.
  desk = await openDesk({}, undefined, handTicker());
  ({ app, admin: root, page } = desk);
  tenant = await createTenant(app, root, 'acme');
  for (const [name, errorText] of [
    ['orders', 'no route to host'],
    ['people', 'access denied'],
  ])
    await add(root, 'syncer', { name, organization: 'acme', isEnabled: true, errorText });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const items = () => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
const active = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
const menu = async (name: string) => {
  await button('Actions for Notifications').press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
};

test('by keyboard: open the bell, read what to do, dismiss a problem, and it stays away after a reload', async () => {
  await page.goto('/');
  await button('2 unread notifications').press('Enter');
  await expect.poll(active).toBe('Actions for Notifications');
  await expect.poll(() => items().count()).toBe(2);
  await items().filter({ hasText: 'orders' }).getByText('“no route to host”').waitFor();
  await button('Dismiss: Syncer orders reports errors').press('Enter');
  await expect.poll(() => items().count()).toBe(1);
  await expect.poll(active).toBe('Actions for Notifications');
  await page.keyboard.press('Escape');
  await expect.poll(active).toBe('1 unread notification');
  await page.reload();
  await button('1 unread notification').click();
  await expect.poll(() => items().allTextContents()).toEqual([expect.stringContaining('Syncer people')]);
});

test('a problem that an administrator dismissed is away in their other browsers, and another administrator still sees it', async () => {
  const { data } = (await root.get('get-notifications')).body;
  const keys = data.flatMap(({ key, path }: Record<string, string>) => (path === '/syncers/orders' ? [key] : []));
  await root.post('dismiss-notification', { keys });
  const { page: other } = await desk.visitAs(root);
  await other.goto('/');
  await other.getByRole('button', { name: '1 unread notification' }).waitFor();
  const { page: own } = await desk.visitAs(tenant.admin);
  await own.goto('/');
  await own.getByRole('button', { name: '2 unread notifications' }).waitFor();
});

test('a dismissed problem returns with another cause, and the link of each leads to its page', async () => {
  const { data } = (await root.get('get-syncer', { id: 'admin/orders' })).body;
  await root.post('update-syncer?id=admin/orders', { ...data, errorText: 'wrong password' });
  await page.goto('/');
  await button(/unread notification/).click();
  const orders = items().filter({ hasText: 'wrong password' });
  await orders.getByRole('link', { name: 'Open: Syncer orders reports errors' }).click();
  await page.waitForURL('**/syncers/orders');
});

test('all problems can be dismissed at once', async () => {
  await page.goto('/');
  await button(/otification/).click();
  await items().first().waitFor();
  await menu('Dismiss all problems');
  await page.getByRole('heading', { name: 'No notifications' }).waitFor();
});

test('the daily digest needs an address and a provider of mail, and is switched on and off in the menu', async () => {
  const wants = async () => (await app.store('user').find(app.db, 'built-in', 'admin'))?.digestDay;
  await app.db('users').where({ owner: 'built-in', name: 'admin' }).update({ email: '' });
  await page.goto('/');
  await button(/otifications?$/).click();
  await button('Actions for Notifications').press('Enter');
  await page.getByText('Your account has no email address').waitFor();
  await app.db('users').where({ owner: 'built-in', name: 'admin' }).update({ email: 'root@example.com' });
  await page.reload();
  await button(/otifications?$/).click();
  await menu('Send me a daily digest');
  await page.getByText('Failed to change the daily digest: Please set an Email provider first').first().waitFor();
  await add(root, 'provider', { name: 'letters', category: 'Email', type: 'Default', host: 'mail.example.com' });
  const { data } = (await root.get('get-application', { id: 'admin/app-built-in' })).body;
  await root.post('update-application?id=admin/app-built-in', { ...data, providers: [{ name: 'letters' }] });
  await menu('Send me a daily digest');
  await expect.poll(wants).toMatch(/^\d{4}-\d\d-\d\d$/);
  await menu('Send me no daily digest');
  await expect.poll(wants).toBe('');
});

test('at the width of a phone nothing is cut off', async () => {
  const { page: phone } = await desk.visitAs(tenant.admin, { viewport: { width: 390, height: 844 } });
  await phone.goto('/');
  await phone.getByRole('button', { name: /unread notifications/ }).click();
  await phone.getByRole('listitem').filter({ hasText: 'Syncer people' }).waitFor();
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('webhooks of two organizations that fail are named with their organization', async () => {
  for (const [name, organization] of [
    ['audit', 'acme'],
    ['audit-2', 'built-in'],
  ])
    await add(root, 'webhook', { name, organization, url: 'https://audit.example/' });
  await app.db('webhooks').update({ failing_since: new Date(), problem: 'The receiver answered 500' });
  await page.goto('/');
  await button(/unread notification/).click();
  for (const title of [
    'The receiver of webhook audit of acme fails',
    'The receiver of webhook audit-2 of built-in fails',
  ])
    await page.getByRole('heading', { name: title }).waitFor();
});
