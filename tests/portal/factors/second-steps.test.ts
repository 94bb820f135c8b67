import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../console/world/browser.ts';
import { add, password } from '../../harness/world.ts';
import { addPasskey, openDevice, openSecurity, signOut, touch } from '../passkeys/pages-with-passkeys.ts';
import { type PagesWorld, startPages } from '../world/pages-world.ts';
import { button, heading, welcome } from './people.ts';

let world: PagesWorld;
/** Time that has passed for the server. */
let later = 0;
beforeAll(async () => {
  world = await startPages({}, () => new Date(Date.now() + later));
  const change = { enableWebAuthn: true, providers: [{ name: 'provider_mail' }] };
  await world.root.post('update-application', change, { query: { id: 'admin/app-built-in' } });
  await world.root.post('update-organization', { weakSecondFactors: ['email'] }, { query: { id: 'admin/acme' } });
}, 240_000);
afterAll(() => world?.stop());

async function aPerson(): Promise<{ name: string; email: string }> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  await add(world.root, 'user', { owner: 'acme', name, displayName: 'Ada', password, email });
  return { name, email };
}

const methodsOf = async (user: string) =>
  (await world.app.db('sessions').where({ owner: 'acme', user }).orderBy('created_time', 'desc').first('amr')).amr;

test('a person signs in by their password and a passkey as the second factor', async () => {
  const { name } = await aPerson();
  const device = await openDevice(world);
  const { page, complaints } = device;
  await openSecurity(page, name);
  await addPasskey(page);
  await world.root.post('update-user', { requireSecondFactor: true }, { query: { id: `acme/${name}` } });
  await signOut(device);
  // Otherwise the list of user names answers before the password is typed.
  await touch(device, false);
  await page.goto('/login/acme');
  await page.getByRole('tab', { name: 'Password' }).click();
  await signIn(page, name, password);
  await heading(page, 'Second factor');
  await page.getByText('Confirm with a passkey or security key of yours.').waitFor();
  await touch(device, true);
  await button(page, 'Use a passkey').click();
  await welcome(page);
  expect(await methodsOf(name)).toEqual(expect.arrayContaining(['pwd', 'hwk', 'mfa']));
  expect(complaints).toEqual([]);
});

test('a person signs in by their password and a code by email', async () => {
  const { name, email } = await aPerson();
  const client = await world.app.signedIn('acme', name, password);
  await client.post('begin-factor', { type: 'email' });
  const first = await world.mail.codeTo(email);
  expect((await client.post('add-factor', { type: 'email', code: first })).body.status).toBe('ok');
  // The next code may be asked for a minute later.
  later += 61_000;
  const { page, complaints } = await world.browser.visit(world.app.url);
  await page.goto('/login/acme');
  await page.getByRole('tab', { name: 'Password' }).click();
  await signIn(page, name, password);
  await heading(page, 'Second factor');
  const before = world.mail.received.length;
  await button(page, 'Send Code').click();
  await page.getByText('Code Sent').waitFor();
  await expect.poll(() => world.mail.received.slice(before).filter(({ to }) => to.includes(email)).length).toBe(1);
  await page.getByLabel('Code', { exact: true }).fill(await world.mail.codeTo(email));
  await button(page, 'Confirm').click();
  await welcome(page);
  expect(await methodsOf(name)).toEqual(expect.arrayContaining(['pwd', 'otp', 'mfa']));
  expect(complaints).toEqual([]);
});
