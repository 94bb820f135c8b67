import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { createTenant } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

/** Missing files of the console, on an open page and on one that is opening. */

let desk: Desk;
let adam: Client;

beforeAll(async () => {
  desk = await openDesk();
  adam = (await createTenant(desk.app, desk.admin, 'acme')).admin;
});

afterAll(() => desk?.close());

test('a page that fails to load keeps the menu, and names possible reasons', async () => {
  const { page: own, context } = await desk.visitAs(adam);
  await own.goto('/');
  const menu = own.getByRole('navigation', { name: 'Menu' });
  await menu.waitFor();
  await own.waitForLoadState('networkidle');
  // A pointer that passes a link loads its page.
  await context.route('**/assets/ListPage-*', (route) => route.abort());
  await unfoldMenu(own);
  await menu.getByRole('link', { name: 'Roles' }).click();
  await own.getByText('A part of the console could not be loaded').waitFor();
  await context.unroute('**/assets/ListPage-*');
  await own.getByRole('button', { name: 'Try again' }).click();
  await own.getByRole('heading', { name: 'Roles' }).waitFor();
});

const gone = { status: 404, json: { status: 'error' } };

test('an open page says that there is a new version, and asks before typed text would be lost', async () => {
  const { page: own, context } = await desk.visitAs(adam);
  await own.goto('/');
  await unfoldMenu(own);
  await own.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Roles' }).click();
  await own.getByRole('button', { name: 'Add', exact: true }).click();
  const name = own.getByLabel('Display name', { exact: true });
  await name.fill('Typed');
  await context.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ body: '<script type="module" src="/assets/index-newer.js"></script>' }),
  );
  await context.route('**/assets/*', (route) => route.fulfill(gone));
  await own.getByRole('button', { name: /notifications?$/i }).click();
  await own.getByText('A new version of the console is available.').waitFor();
  const asked = new Promise<string>((resolve) => {
    own.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())));
  });
  await own.getByRole('button', { name: 'Reload' }).click();
  expect(await asked).toBe('beforeunload');
  expect(await name.inputValue()).toBe('Typed');
});

test('during an update with two versions, the console comes from a server that has its files', async () => {
  const { context } = await desk.visitAs(adam);
  const missing = new Map<string, number>();
  // Each of these goes to the wrong server first.
  await context.route(/\/assets\/(entry|start|frame|first|list)-/, (route) => {
    const { pathname } = new URL(route.request().url());
    const times = missing.get(pathname) ?? 0;
    missing.set(pathname, times + 1);
    return times < 1 ? route.fulfill(gone) : route.fallback();
  });
  const fresh = await context.newPage();
  fresh.setDefaultTimeout(90_000);
  await fresh.goto('/models');
  await fresh.getByText('Nothing here yet').waitFor();
  expect(missing.size).toBeGreaterThan(3);

  // No server has this file: the page says so in the visitor's language, even without its words.
  await context.route('**/assets/entry-*', (route) => route.fulfill(gone));
  const failed = await context.newPage();
  await failed.goto('/');
  await failed.getByRole('heading', { name: 'The page could not be loaded' }).waitFor();
  await context.unrouteAll();
  await failed.getByRole('button', { name: 'Reload' }).click();
  await failed.getByRole('heading', { name: 'Welcome, Someone' }).waitFor();
});
