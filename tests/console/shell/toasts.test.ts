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

/** The tools of a page that a toast covers. */
const covered = () =>
  desk.page.evaluate<string[]>(`(() => {
    const toasts = [...document.querySelectorAll('.pf-m-toast .pf-v6-c-alert')].map((each) => each.getBoundingClientRect());
    const tools = document.querySelectorAll(
      '.pf-v6-c-masthead button, .editor-head button, [role=tab], .save-bar button, .pf-v6-c-toolbar button, .pf-v6-c-toolbar input, .pf-v6-c-pagination button');
    return [...tools].filter((tool) => tool.checkVisibility()).filter((tool) => {
      const { left, right, top, bottom } = tool.getBoundingClientRect();
      return toasts.some((toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top);
    }).map((tool) => tool.getAttribute('aria-label') || tool.textContent);
  })()`);

test('a toast covers no tool of an editor or of a list, on any width', async () => {
  const { page, button } = desk;
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const action of ['Save', 'Save & Exit']) {
      await page.goto('/webhooks/hook');
      await button(action).click();
      await page.getByText('Successfully saved').waitFor();
      if (action === 'Save & Exit') await page.getByRole('grid', { name: 'Webhooks' }).waitFor();
      await desk.visitor.atRest();
      expect([width, action, await covered()]).toEqual([width, action, []]);
    }
  }
  await page.setViewportSize({ width: 1600, height: 1000 });
});

test('a toast stays away from the pages of a list at its end, and from a question on a phone', async () => {
  const { admin, page, button } = desk;
  for (let at = 1; at <= 12; at++) await add(admin, 'role', { owner: 'built-in', name: `role-${at}` });
  for (const height of [760, 840, 920]) {
    await page.setViewportSize({ width: 1280, height });
    await page.goto('/roles/built-in/role-1');
    await button('Save & Exit').click();
    await page.getByText('Successfully saved').waitFor();
    await page.getByRole('grid', { name: 'Roles' }).waitFor();
    await page.getByRole('spinbutton').scrollIntoViewIfNeeded();
    await desk.visitor.atRest();
    expect([height, await covered()]).toEqual([height, []]);
  }
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/roles/built-in/role-1');
  await button('Save').click();
  await page.getByText('Successfully saved').waitFor();
  await button('Actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const [question, toast] = [page.getByRole('dialog'), page.locator('.pf-m-toast .pf-v6-c-alert')];
  await question.waitFor();
  const [lies, stands] = await Promise.all([toast.first().boundingBox(), question.boundingBox()]);
  expect((stands?.y ?? 0) + (stands?.height ?? 0)).toBeLessThanOrEqual(lies?.y ?? 0);
  await question.getByRole('button', { name: 'Cancel' }).click();
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

test('a refusal that stands beside its field takes the toast of the last failure away', async () => {
  const { page, button, field, visitor } = desk;
  await page.goto('/webhooks/hook');
  await field('URL').fill('https://example.com/3');
  await page.route('**/api/update-webhook*', (route) => route.abort(), { times: 1 });
  await button('Save').click();
  const failure = page.getByText('Failed to connect to server');
  await failure.waitFor();
  // The browser reports the aborted request.
  visitor.complaints.length = 0;
  await field('URL').fill('no address');
  await button('Save').click();
  await expect.poll(() => field('URL').getAttribute('aria-invalid')).toBe('true');
  await failure.waitFor({ state: 'detached' });
});
