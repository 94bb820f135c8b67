import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { arrival, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const field = (page: Page) => page.getByLabel('Password', { exact: true });

async function open() {
  const { page } = await portal.visit();
  await page.goto('/login/acme');
  await field(page).waitFor();
  return page;
}

test('a wrong password is selected, ready to be typed again', async () => {
  const page = await open();
  await signIn(page, 'alice', 'mistyped');
  await page
    .getByRole('alert')
    .getByText(/^Failed to log in: /)
    .waitFor();
  await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
});

describe('An unreachable server', () => {
  test('is shown with the status of the proxy, and the user can try again', async () => {
    const page = await open();
    await page.route('**/api/login', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>' }));
    await signIn(page, 'alice', password);
    await page.getByText('Failed to connect to server: HTTP 502', { exact: true }).waitFor();
    await page.unroute('**/api/login');
    const programs = { status: 504, json: { message: 'no upstream' } };
    await page.route('**/api/login', (route) => route.fulfill(programs), { times: 1 });
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByText('Failed to connect to server: HTTP 504', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
  });
});

test('a button on a page for one account does nothing for another account that signed in elsewhere', async () => {
  await portal.root.post('add-user', { owner: 'acme', name: 'barbara', displayName: 'Barbara Liskov', password });
  const consenting = await portal.application(`beside-${randomUUID().slice(0, 8)}`, { requireConsent: true });
  const page = await open();
  await signIn(page, 'alice', password);
  await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
  await page.goto(requestOf(consenting));
  await page.getByText('Signed in as Alice Liddell').waitFor();

  const beside = await page.context().newPage();
  await beside.goto(requestOf(consenting, { prompt: 'login' }));
  await signIn(beside, 'barbara', password);
  await beside.getByText('Signed in as Barbara Liskov').waitFor();

  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('Signed in as Barbara Liskov').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
});
