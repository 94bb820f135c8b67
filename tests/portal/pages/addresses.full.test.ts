import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;

describe('A visitor of a wrong address', () => {
  test('goes home from a page that was opened first', async () => {
    const { page } = await portal.visit();
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.goto('/login').then(() => page.evaluate("window.open('/login/nobody', '_blank', 'noopener')")),
    ]);
    await button(opened, 'Back').click();
    await opened.waitForURL(/\/login(\/|\?|$)/);
  });
});

test('a slash at the end of an address is removed', async () => {
  const { page } = await portal.visit();
  for (const [path, title] of [
    ['/login/', 'Sign In'],
    ['/login/acme/?language=en', 'Sign In'],
    ['/signup/', 'Sign Up'],
    ['/forget//', 'Reset your password'],
  ] as const) {
    await page.goto(path);
    await heading(page, title);
    expect(new URL(page.url()).pathname).toMatch(/[a-z]$/);
  }
});

describe('A file that does not load', () => {
  /** Checks the message of the page, and that the page works when the file is back. */
  async function isReloaded(page: Page, file: string, title: string): Promise<void> {
    await heading(page, 'The page could not be loaded');
    await page.getByText('A part of the page could not be loaded.').waitFor();
    await page.getByRole('combobox', { name: 'Appearance' }).waitFor();
    await page.unroute(file);
    await button(page, 'Reload').click();
    await heading(page, title);
  }

  test('the page says so for a part that loads later, too', async () => {
    const application = await portal.application(fresh('by-code'), { enableCodeSignin: true });
    const { page } = await portal.visit();
    const file = '**/assets/*.js';
    await page.goto(requestOf(application));
    await heading(page, 'Sign In');
    await page.waitForLoadState('networkidle');
    await page.route(file, (route) => route.abort());
    await button(page, 'Sign in with code').click();
    await isReloaded(page, file, 'Sign In');
  });
});
