import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { button } from '../factors/people.ts';
import { asksAgain, go, inBoth, openTwoServices, type TwoServices } from './two-services.ts';

let pages: TwoServices;
beforeAll(async () => {
  pages = await openTwoServices();
});
afterAll(() => pages?.stop());
beforeEach(() => pages.forget());

test('the browser leaves a service provider that hangs after ten seconds', async () => {
  const { page } = await inBoth(pages);
  pages.crm.seen.silence = 'hangs';
  await go(page, '/logout');
  await button(page, 'Sign In').waitFor({ timeout: 30_000 });
  expect([pages.crm.seen.told, pages.desk.seen.told]).toEqual([1, 1]);
}, 60_000);

test('a service that only opens our address for a sign-out signs its user out, and the others hear of it', async () => {
  const { page, complaints } = await inBoth(pages);
  await page.setContent(`<a href="${pages.app.url}/login/saml/logout/admin/crm">Out</a>`);
  await page.getByRole('link', { name: 'Out' }).click();
  await button(page, 'Sign Out').click();
  await button(page, 'Sign In').waitFor();
  expect([pages.crm.seen.told, pages.desk.seen.told]).toEqual([1, 1]);
  expect(complaints).toEqual([]);
  await asksAgain(pages, page);
});
