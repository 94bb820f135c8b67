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
  test('gets a new proof with renew, also from a user who is signed in', async () => {
    const { page } = await wiki.visit();
    await page.goto(wiki.loginAt());
    await signIn(page, 'alice', password);
    await wiki.arrival(page);
    await page.goto(wiki.loginAt({ renew: 'true' }));
    await heading(page, 'Sign In');
    expect(await page.getByText('Continue with:').count()).toBe(0);
    await signIn(page, 'alice', password);
    const ticket = (await wiki.arrival(page)).searchParams.get('ticket') ?? '';
    expect((await wiki.cas.ask('wiki', 'validate', { ticket, service: wiki.service, renew: 'true' })).text).toBe(
      'yes\nalice\n',
    );
  });

  test('gets the browser back at once with gateway: without a session and with one', async () => {
    const { page } = await wiki.visit();
    await page.goto(wiki.loginAt({ gateway: 'true' }));
    expect(String(await wiki.arrival(page))).toBe(wiki.service);
    await page.goto(wiki.loginAt());
    await signIn(page, 'alice', password);
    await wiki.arrival(page);
    await page.goto(wiki.loginAt({ gateway: 'true' }));
    expect(await wiki.userOf(page)).toBe('yes\nalice\n');
  });
});

test('Without a service, the page says that the user is signed in, and offers to sign out', async () => {
  const { page, complaints } = await wiki.visit();
  await page.goto('/cas/acme/wiki/login');
  await signIn(page, 'alice', password);
  await heading(page, 'Logged in successfully');
  await page.getByText('Now you can visit apps protected by Doorwright.').waitFor();
  await page.getByRole('link', { name: 'Sign Out' }).click();
  await page.waitForURL('**/cas/acme/wiki/login');
  await heading(page, 'Sign In');
  expect(complaints).toEqual([]);
});
