import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../mail/mail-server.ts';
import { openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';
import { portalSettings } from '../world/portal-world.ts';

let portal: PortalPages;
let mail: MailServer;
beforeAll(async () => {
  [mail, portal] = await Promise.all([startMailServer(), openPortal({ settings: portalSettings })]);
  await add(portal.root, 'provider', mailProvider('provider_mail', mail));
});
afterAll(async () => {
  await portal?.stop();
  await mail?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

describe('A code instead of a password', () => {
  test('is requested without the problem of a wrong password', async () => {
    const application = await portal.application('switched', { enableCodeSignin: true });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await signIn(page, 'alice', 'mistyped');
    const failure = page.getByText(/^Failed to log in: /);
    await failure.waitFor();
    await button(page, 'Sign in with code').click();
    await page.getByLabel('Verification code', { exact: true }).waitFor();
    expect(await failure.count()).toBe(0);
  });

  test('is the only method of an application without passwords', async () => {
    const application = await portal.application('code-only', { enablePassword: false, enableCodeSignin: true });
    const { page } = await portal.visit();
    await page.goto(requestOf(application));
    await page.getByLabel('Verification code', { exact: true }).waitFor();
    expect(await button(page, 'Sign in with password').count()).toBe(0);
  });
});

describe('The password', () => {
  /** The body that the page posts at sign-in. */
  const posted = async (page: Page): Promise<Record<string, unknown>> => {
    const waiting = underWay(page.waitForRequest('**/api/login'));
    await signIn(page, 'alice', password);
    return JSON.parse((await waiting).postData() ?? '{}');
  };

  test('is encrypted again with a new key when the page was open for too long', async () => {
    const { page } = await portal.visit();
    let asked = 0;
    await page.route('**/api/get-login-key', async (route) => {
      const answer = await (await route.fetch()).json();
      asked += 1;
      if (asked === 1) answer.data.kid = '1.yesterday';
      await route.fulfill({ json: answer });
    });
    await page.goto('/login/acme');
    await signIn(page, 'alice', password);
    await heading(page, 'Welcome, Alice Liddell');
    expect(asked).toBe(2);
  });

  test('is sent in plain only from this machine, where the browser cannot encrypt', async () => {
    const { page } = await portal.visit();
    await page.addInitScript('Object.defineProperty(Crypto.prototype, "subtle", { value: undefined })');
    await page.goto('/login/acme');
    expect((await posted(page)).password).toBe(password);
    await heading(page, 'Welcome, Alice Liddell');
  });

  test('can be shown while it is typed', async () => {
    const { page } = await portal.visit();
    await page.goto('/login');
    const field = page.getByLabel('Password', { exact: true });
    await field.fill('seen');
    await button(page, 'Show password').click();
    await expect.poll(() => field.getAttribute('type')).toBe('text');
    await expect.poll(() => button(page, 'Show password').getAttribute('aria-pressed')).toBe('true');
  });
});
