import { addressCounter } from '@doorwright/api/signin/locks/guesses.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { fromBase32, oneTimeCode } from '../harness/one-time-code.ts';
import { add, createTenant, password, type Tenant } from '../harness/world.ts';
import { findings } from './world/axe.ts';
import type { Visitor } from './world/browser.ts';
import { type Desk, openDesk } from './world/desk.ts';

/** The first tab of a user's page: somebody calls, and an administrator finds out why they cannot sign in, and helps. */

let desk: Desk;
let app: TestApp;
let root: Client;
let acme: Tenant;
/** The administrator of acme, at their console. */
let adam: Visitor;
/** Time that has passed since the start. */
let later = 0;

beforeAll(async () => {
  later = 0;
  desk = await openDesk({ DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' }, () => new Date(Date.now() + later));
  ({ app, admin: root } = desk);
  acme = await createTenant(app, root, 'acme');
  adam = await desk.visitAs(acme.admin, { viewport: { width: 1280, height: 900 } });
});
afterAll(() => desk?.close());
// The browser reports no errors.
afterEach(() => expect(adam.complaints.splice(0)).toEqual([]));

let addresses = 0;
async function signIn(username: string, word: string) {
  const client = app.client({ 'X-Forwarded-For': `203.0.113.${++addresses}` });
  const form = { type: 'login', application: 'app-acme', organization: 'acme', username, password: word };
  return (await client.post('login', form)).body;
}
const stored = async (name: string) => (await root.get('get-user', { id: `acme/${name}` })).body.data;
const part = (name: string) => adam.page.getByRole('region', { name, exact: true });
const action = (name: string) => part('Actions for this user').getByRole('button', { name, exact: true });
const confirm = async (title: string, name: string) => {
  const dialog = adam.page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
};
const said = (text: string) => adam.page.getByText(text).first().waitFor();

async function aPerson(name: string, more: Record<string, unknown> = {}) {
  await add(root, 'user', { owner: 'acme', name, displayName: `The ${name}`, password, ...more });
}
async function open(name: string) {
  await adam.page.goto(`/users/acme/${name}`);
  await adam.page.getByRole('heading', { name: `The ${name}`, exact: true }).waitFor();
}

test('an administrator finds a locked user, sees why, and unlocks them by the keyboard', async () => {
  const { page } = adam;
  await aPerson('caller', { email: 'caller@acme.example' });
  for (let guess = 0; guess < 5; guess += 1) await signIn('caller', 'wrong');
  await page.goto('/users?field=name&value=caller');
  await page.getByRole('link', { name: 'caller', exact: true }).click();
  const state = part('State');
  await state.getByText(/^Locked for (5\d|60) s$/).waitFor();
  await state.getByText('Too many wrong passwords came before.').waitFor();
  // It counts down.
  const left = async () => Number(/\d+/.exec((await state.innerText()) ?? '')?.[0]);
  const first = await left();
  await expect.poll(left).toBeLessThan(first);
  const recent = page.getByRole('grid', { name: 'Recent activity' });
  await recent.getByText('wrong user name or password').first().waitFor();
  await part('Contact').getByText('Not verified').waitFor();
  await part('Sign-in').getByText('Never').waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);

  await action('Unlock').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Unlock caller?' });
  await dialog.waitFor();
  expect(await findings(page, undefined, '[role=dialog]')).toEqual([]);
  await dialog.getByRole('button', { name: 'Unlock', exact: true }).focus();
  await page.keyboard.press('Enter');
  await said('caller is unlocked');
  // The button is gone, and the focus is not lost with it.
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main');
  await state.getByText('Active', { exact: true }).waitFor();
  await recent.getByRole('row', { name: /User unlocked.*adam.*Done/ }).waitFor();
  expect(await action('Unlock').count()).toBe(0);
  expect((await signIn('caller', password)).status).toBe('ok');
});

test('the state of a user whose lock ends is asked again', async () => {
  await aPerson('waiting');
  for (let guess = 0; guess < 5; guess += 1) await signIn('waiting', 'wrong');
  // Two seconds of the lock are left.
  later += 58_000;
  await open('waiting');
  await part('State').getByText('Active', { exact: true }).waitFor();
});

test('a user is blocked and unblocked, and a refusal says why', async () => {
  const { page } = adam;
  await aPerson('leaver');
  const browser = await app.signedIn('acme', 'leaver', password);
  await open('leaver');
  await part('Sessions').getByRole('row').nth(1).waitFor();
  await action('Block').click();
  // Enter alone does nothing that loses something.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel');
  await confirm('Block leaver?', 'Block');
  await said('leaver is blocked');
  await part('State').getByText('Blocked', { exact: true }).waitFor();
  await part('Sessions').getByText('Nobody is signed in as this user.').waitFor();
  await page.getByText('Unblock the user before you send a link.').waitFor();
  expect((await browser.get('get-account')).body.status).toBe('error');
  expect((await signIn('leaver', password)).code).toBe('user-forbidden');

  // The form of the page knows the new version: a later save is no conflict.
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByLabel('Display name', { exact: true }).fill('The one who left');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said('Successfully saved');
  expect(await stored('leaver')).toMatchObject({ isForbidden: true, displayName: 'The one who left' });
  await page.getByRole('tab', { name: 'Overview' }).click();

  const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
  const rule = (modifyRule: string) =>
    root.post('update-organization?id=admin/acme', {
      accountItems: data.accountItems.map((each: { name: string }) =>
        each.name === 'Is forbidden' ? { ...each, modifyRule } : each,
      ),
    });
  expect((await rule('Immutable')).body.msg).toBe('');
  await action('Unblock').click();
  const dialog = page.getByRole('dialog', { name: 'Unblock leaver?' });
  await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
  await dialog.getByText(/Blocked/).waitFor();
  expect((await stored('leaver')).isForbidden).toBe(true);
  await rule('Admin');
  await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await part('State').getByText('Active', { exact: true }).waitFor();
});

test('a password is reset for one sign-in, and sessions and second factors end', async () => {
  const { page } = adam;
  await aPerson('forgetful');
  const client = await app.signedIn('acme', 'forgetful', password);
  const { secret, enrolment } = (await client.post('begin-factor')).body.data;
  await client.post('add-factor', { enrolment, code: oneTimeCode(fromBase32(secret), new Date(Date.now() + later)) });
  await open('forgetful');
  await part('Sign-in').getByText('App for one-time codes').waitFor();
  await part('Sessions')
    .getByRole('button', { name: /^End the session/ })
    .click();
  await confirm('End this session of forgetful?', 'End session');
  await part('Sessions').getByText('Nobody is signed in as this user.').waitFor();
  expect((await client.get('get-account')).body.status).toBe('error');

  await action('Reset second factors').click();
  await confirm('Reset the second factors of forgetful?', 'Reset second factors');
  await expect.poll(() => part('Sign-in').getByText('App for one-time codes').count()).toBe(0);
  expect(await action('Reset second factors').count()).toBe(0);

  await action('Reset password').click();
  const dialog = page.getByRole('dialog', { name: 'Reset the password of forgetful' });
  await expect
    .poll(() => dialog.getByLabel('New password', { exact: true }).evaluate((each) => each === document.activeElement))
    .toBe(true);
  await dialog.getByLabel('New password', { exact: true }).fill('short');
  await dialog.getByLabel('Repeat password').fill('short');
  await dialog.getByRole('button', { name: 'Set Password' }).click();
  await dialog.getByText('New password must have at least 8 characters').waitFor();
  await dialog.getByLabel('New password', { exact: true }).fill('a-word-by-telephone');
  await dialog.getByLabel('Repeat password').fill('a-word-by-telephone');
  await dialog.getByRole('button', { name: 'Set Password' }).click();
  await part('Sign-in').getByText('New password at next sign-in').waitFor();
  expect((await signIn('forgetful', 'a-word-by-telephone')).code).toBe('password-due');
});

test('a role and a group are given and taken, each change is recorded, and a refusal says why', async () => {
  const { page } = adam;
  await aPerson('helper');
  await add(root, 'role', { owner: 'acme', name: 'porter', displayName: 'Porter', users: ['acme/alice'] });
  await add(root, 'group', { owner: 'acme', name: 'night-shift', displayName: 'Night shift' });
  await add(root, 'role', { owner: 'acme', name: 'keyholder', groups: ['acme/night-shift'] });
  await add(root, 'role', { owner: 'acme', name: 'gone', displayName: 'Gone' });
  await open('helper');
  const give = async (what: RegExp, kind: string, displayName: string, name: string) => {
    await page.getByRole('button', { name: what }).click();
    await page.getByRole('combobox', { name: kind }).fill(name);
    await page.getByRole('option', { name: `${displayName} ${name}`, exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Give role|Add to group)$/ })
      .click();
  };
  await give(/^Give a role/, 'Role', 'Porter', 'porter');
  await said('helper has the role Porter');
  await part('Roles').getByRole('link', { name: 'Porter' }).waitFor();
  expect((await desk.stored('role', 'acme/porter')).users).toEqual(['acme/alice', 'acme/helper']);

  await give(/^Add to a group/, 'Group', 'Night shift', 'night-shift');
  await said('helper is in the group Night shift');
  // The role of the group comes with it, and is not taken here.
  await part('Roles').getByRole('link', { name: 'Group night-shift' }).waitFor();
  expect(
    await part('Roles')
      .getByRole('button', { name: /^Take the role/ })
      .count(),
  ).toBe(1);

  // A refusal stays in the dialog with its reason.
  await page.route(
    '**/api/update-role?*',
    async (route) => {
      await root.post('delete-role', { owner: 'acme', name: 'gone' });
      await route.continue();
    },
    { times: 1 },
  );
  await give(/^Give a role/, 'Role', 'Gone', 'gone');
  await page.getByRole('dialog').getByText("The Role: acme/gone doesn't exist").waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await part('Roles').getByRole('button', { name: 'Take the role Porter away' }).click();
  await confirm('Take the role Porter from helper?', 'Take away');
  await expect.poll(() => part('Roles').getByRole('link', { name: 'Porter' }).count()).toBe(0);
  expect((await desk.stored('role', 'acme/porter')).users).toEqual(['acme/alice']);
  const records = { action: 'update-role', object: 'role acme/porter', user: 'adam', outcome: 'ok' };
  expect(await app.db('records').where(records)).toHaveLength(2);
});

test('two administrators who give a role at once lose no member', async () => {
  const { page } = adam;
  await aPerson('second');
  await add(root, 'role', { owner: 'acme', name: 'shared', displayName: 'Shared' });
  await open('second');
  await page.route(
    '**/api/update-role?*',
    async (route) => {
      await root.post('update-role', { users: ['acme/alice'] }, { query: { id: 'acme/shared' } });
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /^Give a role/ }).click();
  await page.getByRole('combobox', { name: 'Role' }).fill('shared');
  await page.getByRole('option', { name: 'Shared shared', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give role' }).click();
  await said('second has the role Shared');
  expect((await desk.stored('role', 'acme/shared')).users).toEqual(['acme/alice', 'acme/second']);
});

test('a locked network is told at the user who tries from it, and one link leads to all that is known of them', async () => {
  const { page } = adam;
  await aPerson('commuter');
  const address = '198.51.100.77';
  const office = app.client({ 'X-Forwarded-For': address });
  const form = { type: 'login', application: 'app-acme', organization: 'acme', username: 'commuter' };
  await office.post('login', { ...form, password: 'wrong' });
  const { name } = addressCounter(address);
  const end = new Date(Date.now() + later + 600_000);
  await app.db('guess_counts').where({ name }).update({ locked_until_time: end });
  await open('commuter');
  const state = part('State');
  await state.getByText('Active', { exact: true }).waitFor();
  await state.getByText(/^Nobody can sign in from 198\.51\.100\.77 for 10 min/).waitFor();
  expect(await findings(page)).toEqual([]);

  await page.getByRole('link', { name: 'All records of this user' }).click();
  await page.waitForURL('**/records?person=acme%2Fcommuter');
  // What others did to them, and what was refused.
  await page.getByRole('row', { name: /User added.*acme\/commuter/ }).waitFor();
  await page.getByRole('row', { name: /Sign-in.*acme\/commuter.*Refused/ }).waitFor();
  expect(await page.getByRole('combobox', { name: 'By or about' }).inputValue()).toBe('acme/commuter');
  expect(await findings(page)).toEqual([]);
  // Somebody who begins at the records finds the user by their display name.
  await page.goto('/records');
  await page.getByRole('combobox', { name: 'By or about' }).fill('the commuter');
  await page.getByRole('option', { name: /acme\/commuter/ }).waitFor();
  // What is typed is no user.
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await page.getByRole('option').click();
  await page.waitForURL('**/records?person=acme%2Fcommuter');
  await page.getByRole('row', { name: /User added.*acme\/commuter/ }).waitFor();
});

test('S11 an administrator of an organization gets no actions for a global administrator, and none to block themselves', async () => {
  await aPerson('chief', { isGlobalAdmin: true });
  await open('chief');
  await adam.page.getByRole('grid', { name: 'Recent activity' }).waitFor();
  expect(await part('Actions for this user').count()).toBe(0);
  await adam.page.goto('/users/acme/adam');
  await action('End sessions').waitFor();
  expect(await action('Block').count()).toBe(0);
});
