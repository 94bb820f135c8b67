import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { arrival, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
}, 120_000);
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

test('a phone number works with the prefix of its country and with blanks', async () => {
  const number = `138${randomUUID().replaceAll(/\D/g, '').padEnd(8, '0').slice(0, 8)}`;
  const name = `phoned-${randomUUID().slice(0, 8)}`;
  await add(portal.root, 'user', { owner: 'acme', name, displayName: name, password, phone: number });
  const page = await open();
  await signIn(page, `+86 ${number.slice(0, 3)} ${number.slice(3)} `, password);
  await page.getByRole('heading', { name: `Welcome, ${name}` }).waitFor();
});

test('a page that was open during a sign-in elsewhere leads home', async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto('/login/acme');
  await signIn(other, 'alice', password);
  await other.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
  await signIn(page, 'alice', password);
  await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
});

test('the field warns about caps lock while the password is typed', async () => {
  const page = await open();
  const press = (modifierCapsLock: boolean) => field(page).dispatchEvent('keydown', { key: 'A', modifierCapsLock });
  await press(true);
  await page.getByText('Caps Lock is on').waitFor();
  expect(await field(page).getAttribute('aria-describedby')).toBe('password-help password-problem');
  await press(false);
  await expect.poll(() => page.getByText('Caps Lock is on').count()).toBe(0);
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

test('a session that ended while its page was open is reported, with the form', async () => {
  const consenting = await portal.application(`left-${randomUUID().slice(0, 8)}`, { requireConsent: true });
  const application = await portal.application(`open-${randomUUID().slice(0, 8)}`);
  for (const [asking, press] of [
    [application, 'alice (Alice Liddell)'],
    [consenting, 'Allow'],
  ] as const) {
    const page = await open();
    await signIn(page, 'alice', password);
    await page.getByRole('heading', { name: 'Welcome, Alice Liddell' }).waitFor();
    await page.goto(requestOf(asking, asking === application ? { prompt: 'select_account' } : {}));
    const button = page.getByRole('button', { name: press });
    await button.waitFor();
    await page.context().clearCookies({ name: /session/ });
    await button.click();
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    await signIn(page, 'alice', password);
    if (asking === consenting) await button.click();
    expect((await arrival(page)).searchParams.get('code')).toMatch(/./);
  }
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

test('a page that the browser kept in memory is loaded anew', async () => {
  const page = await open();
  const loaded = underWay(page.waitForEvent('load'));
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await loaded;
  await field(page).waitFor();
});
