import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { isFull } from '../../harness/runner/tier.ts';
import { add } from '../../harness/world.ts';
import { openPortal, type PortalPages, requestOf } from '../world/portal-pages.ts';

let portal: PortalPages;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal?.stop());

const fresh = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;
const open = { enableSignUp: true, enableCodeSignin: true };
const frame = (page: Page) => page.locator('main[aria-busy=true]');
const drawn = (page: Page) => page.locator('main:not([aria-busy]) #username').waitFor();

/** Holds back every script of the page, so that the test can look at the server's frame. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

describe('Before its script has come, the sign-in page', () => {
  test.each(isFull() ? (['light', 'dark'] as const) : (['dark'] as const))(
    'says in %s what it is about, and that it loads',
    async (colorScheme) => {
      const application = await portal.application(fresh('frame'), { displayName: 'The shop', ...open });
      const { page, complaints } = await portal.visit({ colorScheme, locale: 'de-DE' });
      await holdScripts(page);
      await page.goto(requestOf(application), { waitUntil: 'commit' });
      await frame(page).waitFor();
      await page.getByText('The shop').waitFor();
      expect(await page.getByRole('status').textContent()).toBe('Wird geladen …');
      expect(await page.title()).toBe('Acme');
      expect(await page.evaluate('document.documentElement.lang')).toBe('de');
      expect(await page.evaluate("document.documentElement.matches('.pf-v6-theme-dark')")).toBe(colorScheme === 'dark');
      // The look at the colors waits for animations, and this one has no end.
      await page.locator('.spinner').evaluate((spinner) => spinner.remove());
      // The theme follows the system when the script is there.
      expect(await findings(page, { light: 'html', dark: 'html' })).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  test('says in the visitor’s language that it needs scripts, where they are forbidden', async () => {
    const { text } = await portal.app
      .client()
      .get('/login', {}, { headers: { Accept: 'text/html', 'Accept-Language': 'fr' } });
    expect(text.match(/<noscript>.*<\/noscript>/)?.[0]).toContain('Cette page a besoin de JavaScript.');
  });

  test('has the language that the visitor chose before', async () => {
    const headers = { Accept: 'text/html', 'Accept-Language': 'fr', Cookie: 'language=de' };
    const { text } = await portal.app.client().get('/login', {}, { headers });
    expect(text).toContain('<html lang="de"');
    expect(text).toContain('Wird geladen …');
  });
});

test('the page has three files, itself, its script and its words, and requests nothing that came with it', async () => {
  const application = await portal.application(fresh('few'), { displayName: 'Few' });
  for (const address of [requestOf(application, { nonce: 'a b&c' }), ...(isFull() ? ['/login', '/login/acme'] : [])]) {
    const { page, complaints, context } = await portal.visit();
    const asked: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 200) asked.push(new URL(response.url()).pathname);
    });
    await page.goto(address);
    await drawn(page);
    const files = asked.filter((path) => path !== '/icon.svg').map((path) => path.replace(/-[\w-]{8}\.js$/, ''));
    expect(files.sort(), address).toEqual([
      '/assets/portal',
      '/assets/portal-words-login-en',
      new URL(page.url()).pathname,
    ]);
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test('S49 the names of an application and its organization are text in the page from the server', async () => {
  const hostile = `</script></title><img src=x: onerror="window.ran=1">'"&<!--`;
  const organization = fresh('hostile');
  await add(portal.root, 'organization', {
    name: organization,
    displayName: hostile,
    favicon: 'javascript:window.ran=1',
  });
  const application = await portal.application(fresh('hostile'), {
    organization,
    displayName: hostile,
    logo: 'javascript:window.ran=1',
    homepageUrl: '" onclick="window.ran=1',
    ...open,
  });
  const { page, complaints } = await portal.visit();
  const release = await holdScripts(page);
  await page.goto(requestOf(application), { waitUntil: 'commit' });
  await frame(page).waitFor();
  expect(await page.title()).toBe(hostile);
  expect(await page.locator('main h1').textContent()).toBe(hostile);
  expect(await page.locator('[onerror], [onclick], [href^="javascript:"], [src^="javascript:"]').count()).toBe(0);
  release();
  await drawn(page);
  expect(await page.evaluate('window.ran')).toBe(undefined);
  expect(complaints).toEqual([]);
});

test('S13 the page of an administrator contains no more of an application than a stranger’s', async () => {
  const application = await portal.application(fresh('secret'), {});
  expect(application.clientSecret).toMatch(/./);
  const { text } = await portal.root.get(`/signup/${application.name}`, {}, { headers: { Accept: 'text/html' } });
  expect(text).toContain(application.clientId);
  expect(text).toContain('"name":"admin"');
  expect(text).not.toContain(application.clientSecret);
});
