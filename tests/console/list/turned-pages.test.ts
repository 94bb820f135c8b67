import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** The answers to lists wait for the test, and the clock of the page stands still. */

let desk: Desk;
let answer: () => void;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'organization', { name: 'acme' });
  await loadUsers(desk.app.db, 'acme', 40);
  await desk.page.clock.install();
});
afterAll(() => desk?.close());

beforeEach(async () => {
  const { page } = desk;
  await page.clock.resume();
  await page.goto('/organizations/acme/users');
  await numbers('1–10');
  await desk.visitor.atRest();
  await page.evaluate(`
    window.skeletons = 0;
    const count = () => { window.skeletons = Math.max(window.skeletons, document.querySelectorAll('.skeleton-row').length); };
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true });
  `);
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = resolve;
  await page.route('**/api/get-users*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.clock.pauseAt(Date.now() + 60_000);
});
afterEach(async () => {
  await desk.page.unroute('**/api/get-users*');
  expect(desk.visitor.complaints.splice(0)).toEqual([]);
});

const numbers = (text: string) =>
  desk.page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor();
const rows = () =>
  desk.page
    .locator('main tbody')
    .getByRole('link', { name: /^user_\d+$/ })
    .count();
const next = () => desk.page.getByRole('button', { name: 'Next page' }).first().click();
/** The console takes an answer at the next tick of its clock. */
const shows = (text: string) =>
  expect
    .poll(async () => {
      await desk.page.clock.runFor(1);
      return desk.page.getByText(text, { exact: true }).filter({ visible: true }).count();
    })
    .toBeGreaterThan(0);
const skeletons = () => desk.page.evaluate<number>('window.skeletons');

describe('The rows of a list', () => {
  test('stay with their numbers until a quick answer comes, and no skeletons flash', async () => {
    await next();
    expect(await rows()).toBe(10);
    await numbers('1–10');
    answer();
    await shows('11–20');
    expect(await rows()).toBe(10);
    expect(await skeletons()).toBe(0);
  });

  test('give way to skeletons when the answer takes longer than a tenth of a second', async () => {
    await next();
    await desk.page.clock.runFor(100);
    await numbers('11–20');
    expect(await rows()).toBe(0);
    expect(await skeletons()).toBe(10);
    answer();
    await shows('user_11');
    expect(await rows()).toBe(10);
  });

  test('are those of the third page after two quick steps from the first', async () => {
    await next();
    await next();
    answer();
    await shows('21–30');
    expect(new URL(desk.page.url()).searchParams.get('p')).toBe('3');
  });
});
