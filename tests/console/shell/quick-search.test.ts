import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

let desk: Desk;
let tenant: Tenant;

beforeAll(async () => {
  desk = await openDesk();
  tenant = await createTenant(desk.app, desk.admin, 'acme');
  await add(desk.admin, 'user', { owner: 'acme', name: 'gwen', displayName: 'Gwen Stacy' });
  await add(desk.admin, 'role', { owner: 'built-in', name: 'gwens-friends' });
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const box = () => desk.page.getByRole('combobox', { name: 'Quick search' });
const option = (name: RegExp) => desk.page.getByRole('option', { name });

test('Ctrl+K finds an object by its name, and Enter opens it', async () => {
  const { page } = desk;
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  await box().waitFor();
  await page.keyboard.type('gwen');
  await option(/^Gwen Stacy acme\/gwen$/).waitFor();
  await option(/gwens-friends/).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await option(/gwens-friends/).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/users/acme/gwen');
  await box().waitFor({ state: 'hidden' });
});

/** The outlines of the element in focus and of all around it. */
const frames = () =>
  desk.page.evaluate(`(() => {
    const found = [];
    for (let each = document.activeElement; each; each = each.parentElement) {
      const { outlineStyle } = getComputedStyle(each);
      if (outlineStyle !== 'none') found.push(each.className);
    }
    return found;
  })()`);

test('a search box in focus has one frame, and a page that takes the focus has none', async () => {
  const { page, heading } = desk;
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  await box().waitFor();
  expect(await frames()).toEqual(['pf-v6-c-form-control']);
  await page.keyboard.type('users');
  await option(/^Users$/).waitFor();
  await page.keyboard.press('Enter');
  await heading('Users');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  expect(await frames()).toEqual([]);
  await page.getByRole('textbox', { name: /^Search/ }).press('ArrowLeft');
  expect(await frames()).toEqual(['pf-v6-c-text-input-group']);
});

test('letters that somebody types before it is there stand in its box', async () => {
  const { page } = await desk.visitAs(desk.admin);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/QuickSearch/, (route) => held.then(() => route.continue()));
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('gwem');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('n');
  release();
  await page.getByRole('option', { name: /^Gwen Stacy/ }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Quick search' }).inputValue()).toBe('gwen');
});

test('Enter opens no result of an earlier text', async () => {
  const { page } = desk;
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  await box().fill('gwen');
  await option(/^Gwen Stacy/).waitFor();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/search**', (route) => held.then(() => route.continue()));
  await box().fill('gwens-f');
  await option(/^Gwen Stacy/).waitFor({ state: 'detached' });
  expect(await option(/gwens-friends/).count()).toBe(1);
  await box().fill('adam');
  await option(/gwens-friends/).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).pathname).toBe('/');
  release();
  await option(/adam/).waitFor();
  await page.unroute('**/api/search**');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/users/acme/adam');
});

test('it finds pages and actions too, and Escape closes it', async () => {
  const { page, button, heading } = desk;
  await page.goto('/roles');
  await button('Quick search').click();
  await box().fill('webh');
  await option(/^Webhooks$/).waitFor();
  await option(/^Add Webhook$/).click();
  await heading('New webhook');
  await page.waitForURL('**/new/webhooks');
  await button('Quick search').click();
  await box().fill('zzzzzz');
  await page.getByText('No results').waitFor();
  await page.keyboard.press('Escape');
  await box().waitFor({ state: 'hidden' });
});

test('an administrator finds the objects of their organization only, and other users find pages only', async () => {
  const { page } = await desk.visitAs(tenant.admin);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Menu' }).waitFor();
  await page.keyboard.press('Control+k');
  const found = page.getByRole('option');
  await page.getByRole('combobox', { name: 'Quick search' }).fill('gwen');
  await page.getByRole('option', { name: /Gwen Stacy/ }).waitFor();
  expect(await found.filter({ hasText: 'gwens-friends' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Quick search' }).fill('declared');
  await page.getByRole('status').getByText('No results').waitFor();
  await page.getByRole('combobox', { name: 'Quick search' }).fill('add');
  await page.getByRole('option', { name: 'Add User' }).waitFor();
  expect(await found.filter({ hasText: 'Add Organization' }).count()).toBe(0);
});

test('a user without rights finds pages only', async () => {
  const { page } = await desk.visitAs(tenant.user);
  await page.goto('/');
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Quick search' });
  await search.fill('home');
  await page.getByRole('option', { name: 'Home' }).waitFor();
  for (const text of ['gwen', 'users', 'add']) {
    await search.fill(text);
    await page.getByRole('status').getByText('No results').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
    await search.fill('home');
    await page.getByRole('option', { name: 'Home' }).waitFor();
  }
});

test('the unfolded menu fits a screen of 800 px, and its sections stay as their user leaves them', async () => {
  const { page, button } = desk;
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await unfoldMenu(page);
  expect(await menu.getByRole('link').count()).toBeGreaterThanOrEqual(23);
  const last = await menu.getByRole('link').last().boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800);
  // Large enough to press (WCAG 2.2, target size).
  expect(last?.height).toBeGreaterThanOrEqual(24);
  await button('Sales').click();
  await menu.getByRole('link', { name: 'Plans' }).waitFor({ state: 'hidden' });
  await page.reload();
  await menu.getByRole('link', { name: 'Records' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Plans' }).isVisible()).toBe(false);
  await button('Sales').click();
  await menu.getByRole('link', { name: 'Plans' }).waitFor();
  // The section of a page is open there.
  await button('Sales').click();
  await page.goto('/plans');
  await menu.getByRole('link', { name: 'Plans' }).waitFor();
  await page.setViewportSize({ width: 1600, height: 1000 });
});
