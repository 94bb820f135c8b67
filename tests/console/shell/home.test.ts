import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;
let tenant: Tenant;
let app: TestApp;
let root: Client;
let page: Page;

beforeAll(async () => {
  desk = await openDesk();
  ({ app, admin: root, page } = desk);
  tenant = await createTenant(app, root, 'acme');
  // Its year ends in 60 days.
  const now = new Date(Date.now() - 305 * 24 * 3_600_000);
  const year = { cryptoAlgorithm: 'ES256', bitSize: 0, expireInYears: 1 } as const;
  const { certificate, privateKey } = await generateCert({ name: 'cert-short', owner: 'admin', ...year, now });
  await add(root, 'cert', { name: 'cert-short', displayName: 'Short', ...year, certificate, privateKey });
  await app.client().post('login', { type: 'login', application: 'app-acme', username: 'alice', password: 'wrong' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const heading = (on: Page, name: string) => on.getByRole('heading', { name, exact: true }).waitFor();
const card = (on: Page, title: string) =>
  on.locator('.pf-v6-c-card').filter({ has: on.getByRole('heading', { name: title, exact: true }) });

test('an administrator sees the number of objects, and it follows changes', async () => {
  await page.goto('/');
  await expect.poll(() => card(page, 'Organizations').locator('.count').textContent()).toBe('2');
  await add(root, 'organization', { name: 'globex' });
  await page.reload();
  await expect.poll(() => card(page, 'Organizations').locator('.count').textContent()).toBe('3');
  await card(page, 'Users').getByRole('link').click();
  await heading(page, 'Users');
});

test('the card of providers counts all of them, and all of it links to their list', async () => {
  for (const [name, category, type] of [
    ['github', 'OAuth', 'GitHub'],
    ['mail', 'Email', 'Default'],
    ['texts', 'SMS', 'Aliyun SMS'],
  ])
    await add(root, 'provider', { name: `provider-${name}`, category, type });
  const stored = async () => (await root.get('get-providers', { owner: 'admin', p: 1, pageSize: 10 })).body.data2;
  expect(await stored()).toBeGreaterThanOrEqual(3);
  await page.goto('/');
  await expect.poll(() => card(page, 'Providers').locator('.count').textContent()).toBe(String(await stored()));
  await card(page, 'Providers').getByText('Services for mail, text messages, storage and sign-in').waitFor();
  await card(page, 'Providers').click();
  for (const name of ['github', 'mail', 'texts']) await page.getByRole('link', { name: `provider-${name}` }).waitFor();
});

test('sign-ins and failures show as a chart with a description, and as a table', async () => {
  await page.goto('/');
  const signIns = card(page, 'Sign-ins');
  await signIns.getByRole('img', { name: 'Sign-ins' }).first().waitFor();
  const [today] = (await root.get('get-dashboard', { days: 1 })).body.data.days;
  expect(today.failedSignIns).toBe(1);
  await signIns.getByText('Failed sign-ins: 1', { exact: true }).waitFor();
  await signIns.getByRole('button', { name: 'Show as table' }).press('Enter');
  const newest = signIns.locator('tbody tr').first().locator('td');
  await expect.poll(() => newest.allTextContents()).toEqual([String(today.signIns), '1']);
  await expect.poll(() => signIns.locator('tbody tr').count()).toBe(7);
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await expect.poll(() => signIns.locator('tbody tr').count()).toBe(30);
  expect(await findings(page)).toEqual([]);
  await signIns.getByRole('button', { name: 'Show as chart' }).click();
  await signIns.getByRole('img', { name: 'Sign-ins' }).first().waitFor();
  expect(await findingsInFull(page)).toEqual([]);
});

test('charts tell where and how people sign in, and why they fail', async () => {
  await page.goto('/');
  await card(page, 'Sign-ins by application').getByText('app-built-in').waitFor();
  await card(page, 'Sign-ins by method').getByText('Password').waitFor();
  await card(page, 'Failed sign-ins by reason').getByText('wrong user name or password').waitFor();
  await card(page, 'Active people').getByText('Most on a day').waitFor();
});

test('the certs that end within 90 days are shown and no others, and link to their pages', async () => {
  await page.goto('/');
  const certs = card(page, 'Expiring certificates').getByRole('link');
  await expect.poll(() => certs.allTextContents()).toEqual(['Short']);
  await certs.first().click();
  await page.waitForURL('**/certs/cert-short');
});

test('the page says when nobody has joined lately', async () => {
  await app.db('users').update({ created_time: new Date(0) });
  await page.goto('/');
  await card(page, 'New users').getByText('No new users').waitFor();
});

test("S9 an organization's administrator finds the numbers of their organization only", async () => {
  const { page: own, complaints } = await desk.visitAs(tenant.admin);
  await own.goto('/');
  await heading(own, 'Welcome, Someone');
  await expect.poll(() => card(own, 'Organizations').locator('.count').textContent()).toBe('1');
  await card(own, 'Sign-ins').getByText('Failed sign-ins: 1', { exact: true }).waitFor();
  await card(own, 'Expiring certificates').getByText('No certificate ends within 90 days').waitFor();
  expect(complaints).toEqual([]);
});

test('a user finds the applications of their organization, and each opens in a new tab', async () => {
  const { data } = (await root.get('get-application', { id: 'admin/app-acme' })).body;
  const shop = { ...data, displayName: 'Shop', description: 'Buys things', homepageUrl: `${app.url}/openapi.json` };
  expect((await root.post('update-application?id=admin/app-acme', shop)).body.status).toBe('ok');
  await add(root, 'application', { name: 'plain', organization: 'acme', displayName: 'Plain', cert: 'cert-built-in' });
  await app.db('applications').where({ name: 'plain' }).update({ homepage_url: 'javascript:alert(1)' });

  const phone = { viewport: { width: 320, height: 640 } };
  const { page: own, context, complaints } = await desk.visitAs(tenant.user, phone);
  await own.goto('/');
  await card(own, 'Plain').waitFor();
  expect(await card(own, 'Plain').getByRole('link').count()).toBe(0);
  // A card without a link has another ground than one that opens something.
  const grounds = await own.evaluate<string[]>(
    `[...document.querySelectorAll('.application-card')].map((card) => getComputedStyle(card).backgroundColor)`,
  );
  expect(new Set(grounds).size).toBe(2);
  await own.getByText('Buys things').waitFor();
  const opened = underWay(context.waitForEvent('page'));
  await own.getByRole('link', { name: 'Shop , opens in a new tab' }).click();
  await (await opened).waitForURL(`${app.url}/openapi.json`);
  await expect.poll(() => own.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await findingsInFull(own)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('an organization without applications says so', async () => {
  await add(root, 'organization', { name: 'initech' });
  await add(root, 'user', { owner: 'initech', name: 'gus', displayName: 'Gus', password });
  const { page: own } = await desk.visitAs(await app.signedIn('initech', 'gus', password));
  await own.goto('/');
  await heading(own, 'No applications yet');
});
