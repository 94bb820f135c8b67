import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { arrival, enter, openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

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
  await enter(other, 'alice');
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

test('a page that the browser kept in memory is loaded anew', async () => {
  const page = await open();
  const loaded = underWay(page.waitForEvent('load'));
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await loaded;
  await field(page).waitFor();
});
