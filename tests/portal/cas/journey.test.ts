import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { openWiki, type Wiki } from './wiki.ts';

let wiki: Wiki;
beforeAll(async () => {
  wiki = await openWiki();
});
afterAll(() => wiki?.stop());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

describe('In a browser, a service of CAS', () => {
  test('signs a user in by the page, and the next time without a page', async () => {
    const { page, complaints } = await wiki.visit();
    await page.goto(wiki.loginAt());
    await signIn(page, 'alice', password);
    expect(await wiki.userOf(page)).toBe('yes\nalice\n');
    await page.goto(wiki.loginAt());
    expect(await wiki.userOf(page)).toBe('yes\nalice\n');
    expect(complaints).toEqual([]);
  });

  test('gets the ticket in a form with method=POST, from the page and without it', async () => {
    const { page, complaints } = await wiki.visit();
    const posted = () =>
      page.waitForRequest((request) => request.method() === 'POST' && request.url().startsWith(wiki.origin));
    const ticketOf = async (request: ReturnType<typeof posted>) =>
      new URLSearchParams((await request).postData() ?? '').get('ticket');
    const first = posted();
    await page.goto(wiki.loginAt({ method: 'POST' }));
    await signIn(page, 'alice', password);
    expect(await ticketOf(first)).toMatch(/^ST-/);
    await wiki.arrival(page);
    const second = posted();
    await page.goto(wiki.loginAt({ method: 'POST' }));
    expect(await ticketOf(second)).toMatch(/^ST-/);
    expect(complaints).toEqual([]);
  });

  test('that is not registered gets nothing, and the page names it', async () => {
    const { page } = await wiki.visit();
    await page.goto('/cas/acme/wiki/login?service=https://evil.example/');
    await page
      .getByText('The CAS service "https://evil.example/" is not registered for the application wiki')
      .waitFor();
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  });

  test('gets its user back after a sign-out, which asks a user whom another site sent', async () => {
    const { page } = await wiki.visit();
    await page.goto(wiki.loginAt());
    await signIn(page, 'alice', password);
    await wiki.arrival(page);
    await page.setContent(
      `<a href="${wiki.app.url}/cas/acme/wiki/logout?service=${encodeURIComponent(wiki.service)}">Out</a>`,
    );
    await page.getByText('Out').click();
    await page.getByText('You are signed in as Alice Liddell.').waitFor();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    expect(String(await wiki.arrival(page))).toBe(wiki.service);
    await page.goto(wiki.loginAt());
    await heading(page, 'Sign In');
  });
});
