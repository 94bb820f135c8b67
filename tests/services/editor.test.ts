import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findings } from '../console/world/axe.ts';
import type { Visitor } from '../console/world/browser.ts';
import { adminPassword } from '../harness/database/template.ts';
import { enter } from '../portal/world/portal-pages.ts';
import { openServicePages, type ServicePages } from './pages-world.ts';

let pages: ServicePages;
let visitor: Visitor;
beforeAll(async () => {
  pages = await openServicePages();
  visitor = await pages.visit({ viewport: { width: 1500, height: 1200 } });
  const { page } = visitor;
  await enter(page, 'admin', 'built-in', adminPassword);
});
afterAll(() => pages?.stop());
afterEach(() => expect(visitor.complaints.splice(0)).toEqual([]));

test('the page of a provider shows the address to register, and tests a sign-in without making a user', async () => {
  const { page, atRest } = visitor;
  const row = pages.rows.find(({ type }) => type === 'Custom');
  row?.become({ id: '4711', username: 'probe', displayName: 'A Probe', email: 'probe@post.example' });
  await page.goto('/providers/custom');
  const address = page.getByLabel('Callback address', { exact: true });
  await expect.poll(() => address.inputValue()).toBe(`${pages.app.url}/callback/oauth/custom`);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy: Callback address', exact: true }).click();
  await expect
    .poll(() => page.evaluate('navigator.clipboard.readText()'))
    .toBe(`${pages.app.url}/callback/oauth/custom`);
  const before = await pages.app.db('users').count();
  await page.getByRole('button', { name: 'Test sign-in', exact: true }).click();
  await page.getByRole('heading', { name: 'Answer of the service' }).waitFor();
  const results = await page.locator('code').allTextContents();
  expect(JSON.parse(results[0] ?? '')).toMatchObject({
    id: '4711',
    name: 'probe',
    displayName: 'A Probe',
    custom: '4711',
  });
  expect(JSON.parse(results[1] ?? '')).toMatchObject({ full_name: 'A Probe', person: { number: 4711 } });
  expect(await pages.app.db('users').count()).toEqual(before);
  await atRest();
  expect(await findings(page)).toEqual([]);
});

test('the page of a provider says why a test failed', async () => {
  const { page } = visitor;
  await pages.root.post('update-provider', { clientSecret: 'wrong' }, { query: { id: 'admin/github' } });
  await page.goto('/providers/github');
  await page.getByRole('button', { name: 'Test sign-in', exact: true }).click();
  await page.getByText(/incorrect_client_credentials/).waitFor();
});

test('the page of an application says when nobody can sign in', async () => {
  const { page } = visitor;
  await pages.application('closed', { enablePassword: false });
  await pages.application('open', { enablePassword: false, providers: [{ name: 'github' }] as never });
  const hint = page.getByText('Nobody can sign in to this application.');
  await page.goto('/applications/closed');
  await hint.waitFor();
  await page.goto('/applications/open');
  await page.getByLabel('Display name', { exact: true }).first().waitFor();
  await visitor.atRest();
  expect(await hint.count()).toBe(0);
});
