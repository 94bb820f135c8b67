import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type PortalPages } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

describe('A visitor of a wrong address', () => {
  const wrong = [
    ['/signup/nothing-here', 'Sign-up is closed. Contact your administrator.'],
    [
      '/login/saml/authorize/admin/app-built-in',
      'This sign-in is over. Go back to the application, and sign in there again.',
    ],
    ['/cas/acme/nothing-here/login', 'Unknown application name: nothing-here'],
    ['/result/nothing-here', 'Unknown application name: nothing-here'],
  ] as const;

  test('gets a page that says what is wrong', async () => {
    const { page } = await portal.visit();
    for (const [path, words] of wrong) {
      await page.goto(path);
      await heading(page, 'There was a problem signing you in..');
      await expect.poll(() => page.getByRole('alert').textContent()).toBe(words);
      await button(page, 'Back').waitFor();
    }
  });

  test('reads that an unknown one does not exist, and goes home', async () => {
    const { page, complaints } = await portal.visit();
    for (const path of ['/forget/a/b', '/result/x/y', '/logout/x', '/callback/foo']) {
      await page.goto(path);
      await heading(page, 'Sorry, the page you visited does not exist.');
    }
    await page.getByRole('link', { name: 'Back Home' }).click();
    await heading(page, 'Sign In');
    expect(complaints).toEqual([]);
  });
});

test('a language in a link counts as the visitor’s choice', async () => {
  const { page } = await portal.visit();
  const words: string[] = [];
  page.on('request', (request) => words.push(...(request.url().match(/words-login-../) ?? [])));
  await page.goto('/login/acme?language=fr');
  await page.locator('html[lang=fr]').waitFor({ state: 'attached' });
  await heading(page, 'Connexion');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  expect([...new Set(words)]).toEqual(['words-login-fr']);
  await page.goto('/forget');
  await page.locator('html[lang=fr]').waitFor({ state: 'attached' });
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

  test.each([
    ['a missing script of the page', '**/assets/parts-*.js', '/signup', 'Sign Up'],
    ['missing words of the page', '**/assets/portal-words-*.js', '/login', 'Sign In'],
  ])('%s is an error with a button that loads the page again', async (_what, file, path, title) => {
    const { page } = await portal.visit();
    await page.route(file, (route) => route.abort());
    await page.goto(path);
    await isReloaded(page, file, title);
  });
});
