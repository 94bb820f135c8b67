import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { underWay } from '../../harness/under-way.ts';
import { createTenant } from '../../harness/world.ts';
import { findings } from '../world/axe.ts';
import { type Browser, signIn } from '../world/browser.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

let desk: Desk;
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  desk = await openDesk();
  ({ app, browser } = desk);
});

afterAll(() => desk?.close());

test('a visitor signs in first, and then sees the requested page', async () => {
  const { page, complaints } = await browser.visit(app.url);
  await page.goto('/roles?field=name&value=x');
  await page.waitForURL(/\/login(\/|\?|$)/);
  await signIn(page, 'admin', adminPassword);
  await page.waitForURL('**/roles?field=name&value=x');
  await page.getByRole('heading', { name: 'Roles' }).waitFor();
  expect(complaints).toEqual([]);
});

test('a wrong password and a missing one have different errors', async () => {
  const { page } = await browser.visit(app.url);
  await page.goto('/login');
  await signIn(page, 'admin', 'wrong-password');
  await page.getByText('Failed to log in: Incorrect username or password').waitFor();
  await signIn(page, 'admin', '');
  await page.getByText('Please input your password!').waitFor();
});

test('a user of an organization finds its applications and no administration', async () => {
  const { page } = await desk.visitAs((await createTenant(app, desk.admin, 'acme')).user);
  await page.goto('/');
  await page.getByRole('heading', { name: 'app-acme' }).waitFor();
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Menu' }).getByRole('link').allTextContents())
    .toEqual(['Home']);
  await page.goto('/roles');
  await page.getByText('Sorry, you do not have permission to access this page.').waitFor();
});

test('a user whose session ends signs in again, and is back on their page', async () => {
  const { page, context, atRest } = await desk.visitAs(desk.admin);
  await page.goto('/');
  // The page asks for its data only when it is drawn.
  await unfoldMenu(page);
  const endSession = async () => {
    // A request of a loading page would notice it earlier.
    await atRest();
    await context.clearCookies();
  };
  await endSession();
  await page.getByRole('link', { name: 'Roles' }).click();
  await page.waitForURL(/\/login(\/|\?|$)/);
  await signIn(page, 'admin', adminPassword);
  await page.waitForURL('**/roles');
  await page.getByText('Nothing here yet').waitFor();
  await endSession();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.waitForURL(/\/login(\/|\?|$)/);
});

test('sign-out ends the session and shows the sign-in page; Back shows no earlier page', async () => {
  const { page } = await desk.visitAs(await app.admin());
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.waitFor();
  // The headless browser does not do this for its Back button.
  const turn = (name: string) =>
    page.evaluate(`dispatchEvent(new PageTransitionEvent('${name}', { persisted: true }))`);
  await page.evaluate("addEventListener('beforeunload', (event) => event.preventDefault())");
  await turn('pagehide');
  expect(await menu.isVisible()).toBe(false);
  const loaded = underWay(page.waitForEvent('load'));
  await turn('pageshow');
  await loaded;
  await page.getByRole('button', { name: 'Admin' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForURL(/\/login(\/|\?|$)/);
  await page.getByText('Logged out successfully').waitFor();
  await page.goto('/');
  await page.waitForURL(/\/login(\/|\?|$)/);
});

test('the page has the chosen language', async () => {
  const { page } = await browser.visit(app.url);
  await page.goto('/login');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  await page.getByLabel('Benutzername, E-Mail oder Telefon').fill('admin');
  await page.getByLabel('Passwort', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('link', { name: 'Organisationen' }).first().waitFor();
});

test('axe finds nothing on the sign-in page, light and dark, and it fits 320 pixels', async () => {
  const { page } = await browser.visit(app.url, { viewport: { width: 320, height: 640 } });
  await page.goto('/login');
  await page.getByLabel('Password', { exact: true }).waitFor();
  expect(await findings(page)).toEqual([]);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});
