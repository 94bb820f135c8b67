import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await add(desk.admin, 'webhook', { name: 'hook', organization: 'built-in', url: 'https://example.com/' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

test('a toast never covers the menu of the account', async () => {
  const { page, button } = desk;
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/webhooks/hook');
    await button('Save').click();
    await page.getByText('Successfully saved').waitFor();
    await desk.visitor.atRest();
    const menu = page.getByRole('button', { name: /Admin$/ });
    const isFree = () =>
      menu.evaluate((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        const points = [
          [left + 4, top + 4],
          [right - 4, bottom - 4],
        ] as const;
        return points.every(([x, y]) => node.contains(node.ownerDocument.elementFromPoint(x, y)));
      });
    await expect.poll(isFree).toBe(true);
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
});

test('a save that succeeds replaces the toast of the one that failed, and the drawer keeps both', async () => {
  const { page, button, field, visitor } = desk;
  await page.goto('/webhooks/hook');
  await field('URL').fill('https://example.com/2');
  await page.route('**/api/update-webhook*', (route) => route.abort(), { times: 1 });
  await button('Save').click();
  const failure = page.getByText('Failed to connect to server');
  await failure.waitFor();
  // The browser reports the aborted request.
  visitor.complaints.length = 0;
  await button('Save').click();
  await page.getByText('Successfully saved').waitFor();
  await failure.waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /otifications?$/ })
    .first()
    .click();
  await failure.waitFor();
});
