import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { adminPassword } from '../../harness/database/template.ts';
import { add, password } from '../../harness/world.ts';
import { findingsInFull } from '../world/axe.ts';
import { signIn } from '../world/browser.ts';
import { type Desk, openDesk } from '../world/desk.ts';
import { unfoldMenu } from '../world/menu.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  const { admin, app } = desk;
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'application', { name: 'shop', organization: 'acme', cert: 'cert-built-in', enablePassword: true });
  for (const name of ['ada', 'bob', 'eve']) {
    await add(admin, 'user', { owner: 'acme', name, displayName: name, password, signupApplication: 'shop' });
    const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password };
    expect((await app.client().post('login', form)).body.status).toBe('ok');
  }
  // The list names the browser that signed in.
  const { page, context } = desk.visitor;
  await context.clearCookies();
  await page.goto('/login');
  await signIn(page, 'admin', adminPassword);
  await unfoldMenu(page);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sessions', exact: true }).click();
  await rowOf('ada').waitFor();
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

const rowOf = (user: string) =>
  desk.page.getByRole('row').filter({ has: desk.page.getByRole('link', { name: user, exact: true }) });
const inDialog = (name: string) => desk.page.getByRole('dialog').getByRole('button', { name, exact: true });

test('the list names browser, user, address and application, and marks the own session', async () => {
  const { page } = desk;
  await rowOf('ada').getByRole('link', { name: 'shop', exact: true }).waitFor();
  await rowOf('admin').getByText('Chrome on Linux').waitFor();
  await rowOf('admin').getByText('This browser', { exact: true }).waitFor();
  expect(await rowOf('ada').getByText('This browser').count()).toBe(0);
  expect(await findingsInFull(page)).toEqual([]);
});

test('a drawer shows the details of a session, without its id', async () => {
  const { page } = desk;
  await rowOf('admin').getByRole('button', { name: 'Chrome on Linux' }).press('Enter');
  const drawer = page.locator('.pf-v6-c-drawer__panel');
  await drawer.getByRole('heading', { name: 'Session: details' }).waitFor();
  await drawer.getByText('Started', { exact: true }).waitFor();
  await drawer.getByText('HeadlessChrome').waitFor();
  expect(await drawer.getByText('ID', { exact: true }).count()).toBe(0);
  expect(await findingsInFull(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
});

test('one session ends after a confirmation', async () => {
  const { page } = desk;
  await page.getByRole('button', { name: 'Actions for ada' }).click();
  await page.getByRole('menuitem', { name: 'End session' }).click();
  await page.getByRole('dialog').getByText('The browser is signed out at once').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await inDialog('End session').click();
  await page.getByText('1 session ended').first().waitFor();
  await rowOf('ada').waitFor({ state: 'detached' });
});

test('selected sessions end together', async () => {
  const { page, button } = desk;
  for (const name of ['bob', 'eve']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await button('End session').click();
  await page.getByRole('heading', { name: /End 2 sessions\?/ }).waitFor();
  await inDialog('End session').click();
  await page.getByText('2 sessions ended').first().waitFor();
  await rowOf('bob').waitFor({ state: 'detached' });
  // The administrator has two: this browser, and the requests that made the users.
  expect(await rowOf('admin').count()).toBe(2);
});
