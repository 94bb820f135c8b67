import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { password } from '../../harness/world.ts';
import { button } from '../factors/people.ts';
import { openSamlPages, type SamlPages } from './pages.ts';
import { openService, type Service } from './service.ts';

let pages: SamlPages;
let crm: Service;
let desk: Service;
beforeAll(async () => {
  pages = await openSamlPages();
  crm = await openService(pages, 'crm');
  desk = await openService(pages, 'desk');
}, 120_000);
afterAll(async () => {
  crm?.stop();
  desk?.stop();
  await pages?.stop();
});
beforeEach(() => {
  for (const { seen } of [crm, desk])
    Object.assign(seen, { profile: undefined, answers: [], told: 0, silence: undefined });
});

const shows = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
/** Begins a way that leads on by itself. */
const go = (page: Page, address: string) => page.goto(address, { waitUntil: 'commit' });

/** A browser whose user has signed in once, and is known to both service providers. */
async function inBoth() {
  const { page, complaints } = await pages.visit();
  await page.goto(await crm.signIn());
  await signIn(page, 'alice', password);
  await shows(page, 'crm');
  await go(page, await desk.signIn());
  await shows(page, 'desk');
  return { page, complaints };
}

async function asksAgain(page: Page) {
  await page.goto(await crm.signIn());
  await button(page, 'Sign In').waitFor();
}

test('a sign-out at a service provider reaches the other one, and comes back', async () => {
  const { page, complaints } = await inBoth();
  await go(page, await crm.signOut());
  await shows(page, 'crm is signed out');
  expect(crm.seen.answers).toEqual([{ relayState: 'state of crm', isPartial: false }]);
  expect(desk.seen.told).toBe(1);
  expect(complaints).toEqual([]);
  await asksAgain(page);
});

test('a sign-out here reaches both service providers, and ends at our page', async () => {
  const { page, complaints } = await inBoth();
  await go(page, '/logout');
  await button(page, 'Sign In').waitFor();
  expect([crm.seen.told, desk.seen.told]).toEqual([1, 1]);
  expect(complaints).toEqual([]);
  await asksAgain(page);
});

test('a service provider that does not answer is named, and a person goes on without it', async () => {
  const { page } = await inBoth();
  desk.seen.silence = 'empty';
  await go(page, await crm.signOut());
  await page.getByText(`${desk.host} learns that you have signed out`).waitFor();
  await expect.poll(() => desk.seen.told).toBe(1);
  await page.getByRole('link', { name: `Go on without ${desk.host}` }).click();
  await shows(page, 'crm is signed out');
  expect(crm.seen.answers).toEqual([{ relayState: 'state of crm', isPartial: true }]);
});

test('the browser leaves a service provider that hangs after ten seconds', async () => {
  const { page } = await inBoth();
  crm.seen.silence = 'hangs';
  await go(page, '/logout');
  await button(page, 'Sign In').waitFor({ timeout: 30_000 });
  expect([crm.seen.told, desk.seen.told]).toEqual([1, 1]);
}, 60_000);

test('a service that only opens our address for a sign-out signs its user out, and the others hear of it', async () => {
  const { page, complaints } = await inBoth();
  await page.setContent(`<a href="${pages.app.url}/login/saml/logout/admin/crm">Out</a>`);
  await page.getByRole('link', { name: 'Out' }).click();
  await button(page, 'Sign Out').click();
  await button(page, 'Sign In').waitFor();
  expect([crm.seen.told, desk.seen.told]).toEqual([1, 1]);
  expect(complaints).toEqual([]);
  await asksAgain(page);
});
