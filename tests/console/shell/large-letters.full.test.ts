import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { arrive, findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { overflow } from '../world/overflow.ts';
import { outOfReach } from '../world/reach.ts';

/** WCAG 1.4.4, 1.4.10 and 2.4.11: a window of 320 px, and letters of twice the usual size. */

let desk: Desk;
let page: Page;

beforeAll(async () => {
  desk = await openDesk();
  const { admin, browser, app, visitor } = desk;
  await add(admin, 'role', { owner: 'built-in', name: 'a-role-with-a-name-that-is-longer-than-a-line-of-a-phone' });
  const storageState = await visitor.context.storageState();
  ({ page } = await browser.visit(app.url, {
    storageState,
    viewport: { width: 320, height: 640 },
    reducedMotion: 'reduce',
  }));
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
});
afterAll(() => desk?.close());

const inTable = 'tbody td a, tbody td button.pf-m-link';
const inForm = '.save-bar button';

/** Opens a page, and checks that all of it can be read and reached. */
async function fits(path: string, shows: string, after?: () => Promise<unknown>): Promise<void> {
  await page.goto(path);
  await page.locator(shows).first().waitFor({ state: 'attached' });
  await after?.();
  await page.waitForLoadState('networkidle');
  await arrive(page);
  expect(await overflow(page)).toEqual([]);
  expect(await outOfReach(page)).toEqual([]);
  expect(await findings(page)).toEqual([]);
}

const dialog = () => page.locator('[role=dialog]').first().waitFor();
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();

describe('With letters of twice the size, 320 px wide,', () => {
  test.each([
    ['the home page', '/', '.count-card'],
    ['a list', '/roles', inTable],
    ['a list of sessions', '/sessions', inTable],
    ['an empty list', '/groups', '.pf-v6-c-empty-state'],
    ['a draft', '/new/providers', inForm],
    ['the page of declarations', '/declared', 'main h1'],
  ])('%s fits', (_what, path, shows) => fits(path, shows));

  test.each(['settings', 'sign-in', 'sign-up', 'providers', 'branding', 'protocols', 'tokens', 'connect', 'yaml'])(
    'the tab %s of an application fits',
    (tab) => fits(`/applications/app-built-in?tab=${tab}`, inForm),
  );

  test.each(['profile', 'security', 'access', 'linked-accounts', 'records'])('the tab %s of a user fits', (tab) =>
    fits(`/users/built-in/admin?tab=${tab}`, inForm),
  );

  test('the actions for selected rows fit', () =>
    fits('/roles', inTable, () => page.locator('tbody input[type=checkbox]').first().check()));

  test('the drawer of a record fits, and the focus stays off the list below it', () =>
    fits('/records', inTable, async () => {
      await page.locator('tbody td button.pf-m-link').first().click();
      await page.locator('.details-title').waitFor();
    }));

  test('the dialog of columns fits', () => fits('/users', inTable, () => press('Manage columns').then(dialog)));

  test('the dialog of a deletion fits', () =>
    fits('/roles/built-in/a-role-with-a-name-that-is-longer-than-a-line-of-a-phone', inForm, async () => {
      await press('Actions');
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog();
    }));

  test('the quick search fits', () =>
    fits('/', '.count-card', async () => {
      await press('Quick search');
      await page.getByRole('dialog').getByRole('combobox').fill('admin');
      await page.getByRole('option').first().waitFor();
    }));

  test('the notifications fit, and the focus stays off the page below them', () =>
    fits('/', '.count-card', async () => {
      await press(/otifications?$/);
      await page.locator('.pf-v6-c-notification-drawer').waitFor();
    }));

  test('the menu fits, and closes when the focus leaves it', async () => {
    await page.goto('/');
    await page.locator('.count-card').first().waitFor();
    await press('Menu');
    await page.locator('#page-sidebar[aria-hidden=false]').waitFor();
    await arrive(page);
    expect(await overflow(page)).toEqual([]);
    await page.getByRole('link', { name: 'Swagger' }).focus();
    await page.keyboard.press('Tab');
    await page.locator('#page-sidebar[aria-hidden=true]').waitFor({ state: 'attached' });
  });
});
