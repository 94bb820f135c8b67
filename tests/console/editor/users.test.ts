import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';
import { findings, findingsInFull } from '../world/axe.ts';
import { signIn, type Visitor } from '../world/browser.ts';
import { type Desk, openDesk, showAllColumns } from '../world/desk.ts';

const phone = { width: 320, height: 640 };

let desk: Desk;
let app: TestApp;
let root: Client;
let tenant: Tenant;
const visitors = new Map<Client, Visitor>();
let visited: Visitor | undefined;

beforeAll(async () => {
  visitors.clear();
  desk = await openDesk();
  ({ app, admin: root } = desk);
  tenant = await createTenant(app, root, 'acme');
  await put({ title: 'Night porter', tag: 'staff', email: 'alice@acme.example', signupApplication: 'app-acme' });
});

afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(visited?.complaints.splice(0) ?? []).toEqual([]));

const stored = async (name = 'alice') => (await root.get('get-user', { id: `acme/${name}` })).body.data;
async function put(change: object, name = 'alice'): Promise<void> {
  const { body } = await root.post(`update-user?id=acme/${name}`, { ...(await stored(name)), ...change });
  expect(body.msg).toBe('');
}
async function rule(name: string, change: object): Promise<void> {
  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  const accountItems = data.accountItems.map((each: { name: string }) =>
    each.name === name ? { ...each, ...change } : each,
  );
  const { body } = await root.post('update-organization?id=admin/acme', { ...data, accountItems });
  expect(body.msg).toBe('');
}

/** The page of one of them, in a profile that its tests share. */
async function visit(client: Client, viewport = { width: 1280, height: 900 }): Promise<Page> {
  visited = visitors.get(client) ?? (await desk.visitAs(client));
  visitors.set(client, visited);
  await visited.page.setViewportSize(viewport);
  return visited.page;
}
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const labels = (page: Page) => page.locator('.pf-v6-c-form__label-text').allTextContents();

test('the menu of a user leads to their account page, and so does the address of their own user', async () => {
  const page = await visit(tenant.user, phone);
  await page.goto('/');
  await page.getByRole('button', { name: 'Someone' }).click();
  await page.getByRole('menuitem', { name: 'My Account' }).click();
  await page.waitForURL('**/account');
  await heading(page, 'Profile');
  await page.goto('/users/acme/alice');
  await page.waitForURL('**/account');
  await heading(page, 'Profile');
});

test('a hidden, immutable or moved account item is so on the page', async () => {
  await rule('Title', { modifyRule: 'Immutable' });
  await rule('Bio', { visible: false });
  const page = await visit(tenant.admin);
  await page.goto('/users/acme/alice?tab=profile');
  await heading(page, 'Someone');
  await field(page, 'Title').waitFor();
  await expect.poll(() => field(page, 'Title').isDisabled()).toBe(true);
  await expect.poll(() => field(page, 'Tag').isDisabled()).toBe(false);
  expect(await labels(page)).not.toContain('Bio');
  await page.getByRole('tab', { name: 'Access' }).click();
  await expect.poll(() => labels(page)).toContain('Administrator');
  expect(await findingsInFull(page)).toEqual([]);
  await rule('Title', { modifyRule: 'Self' });
});

test('the tab Access says where each role and permission comes from, with links', async () => {
  const groups = { owner: 'acme', name: 'night-shift', displayName: 'Night shift', users: ['acme/alice'] };
  await add(root, 'group', groups);
  await add(root, 'role', { owner: 'acme', name: 'porter', displayName: 'Porter', groups: ['acme/night-shift'] });
  await add(root, 'role', { owner: 'acme', name: 'guest', displayName: 'Guest', users: ['acme/alice'] });
  const page = await visit(root);
  await page.goto('/users/acme/alice?tab=access');
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  await row('Guest').getByText('Direct', { exact: true }).waitFor();
  await row('Porter')
    .getByRole('link', { name: /night-shift/ })
    .click();
  await page.waitForURL('**/groups/acme/night-shift');
});

test('an administrator unlinks an account of a user, and the tab shows it at once', async () => {
  await put({ github: '4711', properties: { oauth_GitHub_username: 'octo-alice' } });
  const page = await visit(root);
  await page.goto('/users/acme/alice?tab=linked-accounts');
  await page.getByText('octo-alice').waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await page.getByRole('button', { name: /^Unlink .*GitHub/ }).click();
  await page.getByText('Unlinked successfully').waitFor();
  await page.getByText('octo-alice').waitFor({ state: 'detached' });
  expect((await stored()).github).toBe('');
});

test('the tag is one of the organization, and the country is chosen by name', async () => {
  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  await root.post('update-organization?id=admin/acme', { ...data, tags: ['guest|访客', 'staff'] });
  const page = await visit(tenant.admin);
  await page.goto('/users/acme/alice?tab=profile');
  await button(page, 'Tag: staff').click();
  await page.getByRole('option', { name: 'guest' }).click();
  await page.getByRole('combobox', { name: 'Country/Region' }).fill('fran');
  await page.getByRole('option', { name: 'France (FR)' }).click();
  await button(page, 'Save').click();
  await page.getByText('Successfully saved').first().waitFor();
  expect(await stored()).toMatchObject({ tag: 'guest', region: 'FR' });
});

test('a list shows an unknown region unchanged', async () => {
  await add(root, 'user', { owner: 'acme', name: 'newcomer', displayName: 'New', region: 'Germany' });
  await add(root, 'user', { owner: 'acme', name: 'native', displayName: 'Native', region: 'DE' });
  const page = await visit(tenant.admin);
  await showAllColumns({ page }, '/users?field=displayName&value=N');
  await page.getByRole('link', { name: 'newcomer' }).waitFor();
  expect(await page.getByText('Germany', { exact: true }).count()).toBe(2);
});

test('an administrator sets a password without knowing the old one', async () => {
  const name = `carl-${randomUUID().slice(0, 8)}`;
  await add(root, 'user', { owner: 'acme', name, displayName: 'Carl', password });
  const page = await visit(root);
  await page.goto(`/users/acme/${name}?tab=security`);
  await button(page, 'Password: Change password…').click();
  const dialog = page.getByRole('dialog', { name: 'Password' });
  expect(await dialog.getByLabel('Current password').count()).toBe(0);
  await dialog.getByLabel('New password', { exact: true }).fill('another-word');
  await dialog.getByLabel('Repeat password').fill('another-word');
  await dialog.getByLabel('The user must choose a new password at the next sign-in').uncheck();
  await dialog.getByRole('button', { name: 'Set Password' }).click();
  await page.getByText(/^Success:\s*Password Set$/).waitFor();
  await app.signedIn('acme', name, 'another-word');
});

test('visitors who are not signed in see a profile if the organization allows it', async () => {
  const open = (isProfilePublic: boolean) =>
    root.post('update-organization', { isProfilePublic }, { query: { id: 'admin/acme' } });
  await open(true);
  await put({ title: 'Day porter', homepage: 'javascript:alert(1)' });
  const { page, complaints } = await desk.browser.visit(app.url, { viewport: phone });
  await page.goto('/users/acme/alice');
  await heading(page, 'Someone');
  await page.getByText('Day porter').waitFor();
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await findings(page)).toEqual([]);

  const nobody = 'Sorry, the user you visited does not exist or you are not authorized to access this user.';
  await page.goto('/users/acme/nobody');
  await page.getByText(nobody).waitFor();
  await open(false);
  await page.goto('/users/acme/alice');
  await page.getByText(nobody).waitFor();
  expect(await findingsInFull(page)).toEqual([]);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, 'admin', adminPassword);
  await heading(page, 'Someone');
  expect(complaints).toEqual([]);
});

test('Cancel discards a new user of an organization', async () => {
  const page = await visit(root);
  await page.goto('/organizations/acme/users');
  await button(page, 'Add').click();
  await heading(page, 'New user');
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/^user_[a-z0-9]{6}$/);
  await button(page, 'Cancel').click();
  await page.waitForURL('**/organizations/acme/users');
});

test('where deleting only marks a user, their page says that they are deleted', async () => {
  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  await root.post('update-organization?id=admin/acme', { ...data, enableSoftDeletion: true });
  await add(root, 'user', { owner: 'acme', name: 'leaver', displayName: 'Leaver', password });
  const page = await visit(tenant.admin);
  await page.goto('/users/acme/leaver');
  await button(page, 'Actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sure to delete user: leaver ?' });
  await dialog.getByText('Deleting a user ends all their sessions.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('User deleted successfully').waitFor();
  await page.waitForURL('**/users');
  expect(await stored('leaver')).toMatchObject({ isDeleted: true });
  await page.goto('/users/acme/leaver');
  await page.getByText('This user is marked as deleted and cannot sign in.').waitFor();
});

test('17.16 the page of a user ends where its content ends, and its Save bar stays in sight, on a desk and on a phone', async () => {
  const page = await visit(root);
  await page.goto('/users/acme/alice?tab=security');
  await page.getByText('Passkeys').waitFor();
  await page.getByRole('region', { name: 'Second factors' }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).last().waitFor();
  const places = `(() => {
    const main = document.querySelector('.pf-v6-c-page__main');
    main.scrollTop = main.scrollHeight;
    const end = (what) => document.querySelector(what).getBoundingClientRect().bottom;
    const foot = end('.pf-v6-c-page__main');
    const below = [...document.querySelectorAll('.below')].map((each) => each.getBoundingClientRect().bottom);
    const empty = end('[role=tabpanel]:not([hidden])') - Math.max(...below);
    const bar = foot - end('.pf-m-sticky-bottom');
    return { hasEmpty: empty >= 2, hasRest: foot - end('.footer') >= 2, isBarInSight: bar >= 0 && bar < 100 };
  })()`;
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(places), { message: `${width} px` })
      .toEqual({ hasEmpty: false, hasRest: false, isBarInSight: true });
  }
});
