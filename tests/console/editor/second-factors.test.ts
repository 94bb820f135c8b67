import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { add, password } from '../../harness/world.ts';
import { type Desk, openDesk } from '../world/desk.ts';

/** The tab Security of a user: second factors as an administrator sees and resets them. */

let desk: Desk;
/** A session of its own: a fresh proof gives that of the page another id. */
let admin: Client;
/** Time that has passed since the sign-in of the administrator. */
let later = 0;
beforeAll(async () => {
  desk = await openDesk({}, () => new Date(Date.now() + later));
  admin = await desk.app.admin();
  await add(admin, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(admin, 'application', { name: 'shop', organization: 'acme', cert: 'cert-built-in' });
});
afterAll(() => desk?.close());
afterEach(() => expect(desk.visitor.complaints.splice(0)).toEqual([]));

async function enrolled() {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(admin, 'user', { owner: 'acme', name, displayName: 'Ada', password });
  const client = await desk.app.signedIn('acme', name, password);
  const { secret, enrolment } = (await client.post('begin-factor')).body.data;
  const code = oneTimeCode(fromBase32(secret), new Date(Date.now() + later));
  expect((await client.post('add-factor', { enrolment, code })).body.status).toBe('ok');
  return { name, secret };
}

/** The page asks for a fresh proof of the administrator. */
async function prove() {
  const proof = desk.page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByLabel('Password', { exact: true }).fill(adminPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
}

test('an administrator sees the second factors of a user, never their secrets, and resets them', async () => {
  const { page, tab, button, app } = desk;
  const { name, secret } = await enrolled();
  await page.goto(`/users/acme/${name}`);
  await tab('Security');
  const panel = page.getByRole('region', { name: 'Second factors' });
  await panel.getByText('App for one-time codes').waitFor();
  await panel.getByText(/Unused codes: 10/).waitFor();
  expect(await page.content()).not.toContain(secret);
  later += 11 * 60_000;
  await button('Reset second factors').click();
  const dialog = page.getByRole('dialog', { name: `Reset the second factors of ${name}?` });
  await dialog.getByRole('button', { name: 'Reset second factors' }).click();
  await prove();
  await page.getByText('The second factors are reset').waitFor();
  await panel.getByText('The user has no second factor.').waitFor();
  expect((await admin.get('get-factors', { id: `acme/${name}` })).body.data).toEqual([]);
  expect(await app.db('records').where({ action: 'reset-factors', object: `user acme/${name}` })).toHaveLength(1);
});

test('an administrator who has a passkey is asked for it, in words', async () => {
  const { page, tab, button, app } = desk;
  const { name } = await enrolled();
  await page.goto(`/users/acme/${name}`);
  await tab('Security');
  await page.getByRole('region', { name: 'Second factors' }).getByText('App for one-time codes').waitFor();
  later += 11 * 60_000;
  const root = { owner: 'built-in', name: 'admin' };
  await app
    .db('users')
    .where(root)
    .update({ second_factors: JSON.stringify(['passkey']) });
  await button('Reset second factors').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset second factors' }).click();
  const proof = page.getByRole('dialog', { name: 'Is it you?' });
  await proof.getByRole('button', { name: 'Use a passkey', exact: true }).waitFor();
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText(/The second factors could not be reset/).waitFor();
  await app.db('users').where(root).update({ second_factors: '[]' });
});

test('an administrator is asked before a passkey of a user is removed', async () => {
  const { page, tab, button, app } = desk;
  const { name } = await enrolled();
  const owned = { owner: 'acme', user: name };
  const id = randomUUID();
  await app.db('passkeys').insert({
    ...owned,
    ...{
      id,
      label: 'Old phone',
      created_time: new Date(),
      version: 1,
      public_key: 'none',
      counter: 0,
      transports: '["usb"]',
    },
  });
  later += 11 * 60_000;
  await page.goto(`/users/acme/${name}`);
  await tab('Security');
  await page.getByRole('img', { name: 'Security key' }).waitFor();
  await button('Remove passkey: Old phone').click();
  const dialog = page.getByRole('dialog', { name: `Remove “Old phone” of ${name}?` });
  await dialog.getByText(/The user gets a letter/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await app.db('passkeys').where(owned)).toHaveLength(1);
  await button('Remove passkey: Old phone').click();
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await prove();
  await page.getByText('The passkey is removed').waitFor();
  await page.getByText('(empty)').waitFor();
  expect(await app.db('passkeys').where(owned)).toEqual([]);
});

test.each(['get-factors', 'get-passkeys'])('an answer of %s that does not come is no empty list', async (verb) => {
  const { page, tab, button, visitor } = desk;
  const { name } = await enrolled();
  const address = `**/api/${verb}*`;
  await page.route(address, (route) => route.abort());
  await page.goto(`/users/acme/${name}`);
  await tab('Security');
  await page.getByRole('heading', { name: 'The data could not be loaded' }).waitFor();
  await page.unroute(address);
  await button('Try again').click();
  await page.getByRole('region', { name: 'Second factors' }).getByText('App for one-time codes').waitFor();
  await page.getByText('(empty)').waitFor();
  // The browser names the request that was stopped.
  visitor.complaints.splice(0);
});
