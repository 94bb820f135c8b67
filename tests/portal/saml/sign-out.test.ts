import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { button } from '../factors/people.ts';
import { asksAgain, go, inBoth, openTwoServices, shows, type TwoServices } from './two-services.ts';

let pages: TwoServices;
beforeAll(async () => {
  pages = await openTwoServices();
});
afterAll(() => pages?.stop());
beforeEach(() => pages.forget());

test('a sign-out at a service provider reaches the other one, and comes back', async () => {
  const { page, complaints } = await inBoth(pages);
  await go(page, await pages.crm.signOut());
  await shows(page, 'crm is signed out');
  expect(pages.crm.seen.answers).toEqual([{ relayState: 'state of crm', isPartial: false }]);
  expect(pages.desk.seen.told).toBe(1);
  expect(complaints).toEqual([]);
  await asksAgain(pages, page);
});

test('a sign-out here reaches both service providers, and ends at our page', async () => {
  const { page, complaints } = await inBoth(pages);
  await go(page, '/logout');
  await button(page, 'Sign In').waitFor();
  expect([pages.crm.seen.told, pages.desk.seen.told]).toEqual([1, 1]);
  expect(complaints).toEqual([]);
  await asksAgain(pages, page);
});

test('a service provider that does not answer is named, and a person goes on without it', async () => {
  const { page } = await inBoth(pages);
  pages.desk.seen.silence = 'empty';
  await go(page, await pages.crm.signOut());
  await page.getByText(`${pages.desk.host} learns that you have signed out`).waitFor();
  await expect.poll(() => pages.desk.seen.told).toBe(1);
  await page.getByRole('link', { name: `Go on without ${pages.desk.host}` }).click();
  await shows(page, 'crm is signed out');
  expect(pages.crm.seen.answers).toEqual([{ relayState: 'state of crm', isPartial: true }]);
});
