import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import { createTenant, password, type Tenant } from '../../harness/world.ts';
import { type PagesWorld, startPages, visitPage } from '../world/pages-world.ts';
import { aPerson, type Person, readable } from './people.ts';

let world: PagesWorld;
let globex: Tenant;
/** How far the clock of the server is ahead. */
let ahead = 0;
beforeAll(async () => {
  world = await startPages({}, () => new Date(Date.now() + ahead));
  globex = await createTenant(world.app, world.root, 'globex');
});
afterAll(() => world?.stop());

const invitation = /^Subject: You are invited to/m;
const newPassword = /^Subject: Choose a new password for your account/m;
const chosen = 'a-password-of-my-own';

const send = async ({ name }: Pick<Person, 'name'>, by = world.root) =>
  (await by.post('send-password-link', { owner: 'acme', name })).body;

const lettersTo = ({ email }: Person, title: RegExp) =>
  world.mail.received.filter(({ to, text }) => to.includes(email) && title.test(text));
const linkIn = (letter: string) => /Choose a password: (\S+)/.exec(readable(letter))?.[1] ?? '';
const ticketIn = (link: string) => link.split('#password-link=')[1] ?? '';

async function linkTo(person: Person, title = invitation): Promise<string> {
  expect(await send(person)).toMatchObject({ status: 'ok' });
  return linkIn((await world.mail.mailTo(person.email, title)).text);
}

const open = async (ticket: string, client = world.app.client()) =>
  (await client.post('open-password-link', { ticket })).body;
const signIn = async ({ name }: Person, secret: string) => {
  const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password: secret };
  return (await world.app.client().post('login', form)).body;
};

test('a person without a password gets an invitation, chooses a password, and signs in', async () => {
  const person = await aPerson(world);
  const link = await linkTo(person);
  const { page, complaints } = await visitPage(world, new URL(link).pathname + new URL(link).hash);
  await page.getByRole('heading', { name: 'Choose your password' }).waitFor();
  expect(page.url()).not.toContain('password-link');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Choose a password' }).click();
  await page.getByLabel('New password', { exact: true }).fill('password');
  await page.getByLabel('Confirm', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByText('This password is too common').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByLabel('New password', { exact: true }).fill(chosen);
  await page.getByLabel('Confirm', { exact: true }).fill(chosen);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  expect(await signIn(person, chosen)).toMatchObject({ status: 'ok' });
  expect(complaints).toEqual([]);
});

test('a user with a password gets a letter of another kind, and their sessions end with the new password', async () => {
  const person = await aPerson(world, { password });
  const session = await world.app.signedIn('acme', person.name, password);
  const link = await linkTo(person, newPassword);
  expect(await signIn(person, password)).toMatchObject({ status: 'ok' });
  const client = world.app.client();
  expect(await open(ticketIn(link), client)).toMatchObject({ status: 'ok', data: { name: person.name } });
  expect((await client.post('reset-password', { newPassword: chosen })).body.status).toBe('ok');
  expect((await session.get('get-account')).body.status).toBe('error');
  expect(await signIn(person, password)).toMatchObject({ code: 'sign-in-failed' });
  expect(await signIn(person, chosen)).toMatchObject({ status: 'ok' });
});

test('a password by link follows the rules of the organization, and a user who had to choose one has done so', async () => {
  const person = await aPerson(world, { password, mustChangePassword: true });
  const rule = (passwordHistory: number) =>
    world.root.post('update-organization', { passwordHistory }, { query: { id: 'admin/acme' } });
  await rule(2);
  try {
    const client = world.app.client();
    await open(ticketIn(await linkTo(person, newPassword)), client);
    const reset = async (secret: string) => (await client.post('reset-password', { newPassword: secret })).body;
    expect(await reset('short')).toMatchObject({ code: 'password-too-short' });
    expect(await reset(password)).toMatchObject({ code: 'password-unchanged' });
    expect(await reset(chosen)).toMatchObject({ status: 'ok' });
    const late = world.app.client();
    await send(person);
    await expect.poll(() => lettersTo(person, newPassword).length).toBe(2);
    await open(ticketIn(linkIn(lettersTo(person, newPassword)[1]?.text ?? '')), late);
    expect((await late.post('reset-password', { newPassword: password })).body.code).toBe('password-used');
    expect(await signIn(person, chosen)).toMatchObject({ status: 'ok' });
  } finally {
    await rule(0);
  }
});

test('the letter comes in the language of the user, and again when it is sent again', async () => {
  const person = await aPerson(world, { language: 'de' });
  await send(person);
  const { text } = await world.mail.mailTo(person.email, /^Subject: Sie sind zu /m);
  expect(readable(text)).toContain('Passwort');
  await send(person);
  await expect.poll(() => lettersTo(person, /^Subject: Sie sind zu /m).length).toBe(2);
});

test('S26 the link works once, and a changed one never', async () => {
  const person = await aPerson(world);
  const ticket = ticketIn(await linkTo(person));
  const again = world.app.client();
  expect(await open(`${ticket.slice(0, -4)}AAAA`)).toMatchObject({ code: 'password-link-expired' });
  expect(await open(ticket, again)).toMatchObject({ status: 'ok' });
  const client = world.app.client();
  expect(await open(ticket, client)).toMatchObject({ status: 'ok' });
  expect((await client.post('reset-password', { newPassword: chosen })).body.status).toBe('ok');
  // What another browser had begun with it ends, too.
  const late = await again.post('reset-password', { newPassword: 'another-good-password' });
  expect(late.body.code).toBe('step-missing');
  expect(await open(ticket)).toMatchObject({ code: 'password-link-expired' });
  expect(await signIn(person, chosen)).toMatchObject({ status: 'ok' });
});

test.each([
  ['email', { email: `moved-${randomUUID()}@acme.example` }],
  ['block', { isForbidden: true }],
])('S26 the link ends with a new %s of the user', async (_what, change) => {
  const person = await aPerson(world);
  const ticket = ticketIn(await linkTo(person));
  await world.root.post('update-user', change, { query: { id: `acme/${person.name}` } });
  expect(await open(ticket)).toMatchObject({ code: 'password-link-expired' });
});

test('S26 no other link of a letter serves as one, and this one as no other', async () => {
  const person = await aPerson(world);
  const ticket = ticketIn(await linkTo(person));
  expect((await world.app.client().post('not-me', { ticket })).body.code).toBe('ticket-expired');
});

test('S27 a browser without the link sets no password', async () => {
  const person = await aPerson(world);
  await linkTo(person);
  const { body } = await world.app.client().post('reset-password', { newPassword: chosen });
  expect(body.code).toBe('step-missing');
  expect(await signIn(person, chosen)).toMatchObject({ code: 'sign-in-failed' });
});

describe('The letter is sent', () => {
  test('S8 by administrators only, and never through a stranger', async () => {
    const person = await aPerson(world, { password });
    const own = await world.app.signedIn('acme', person.name, password);
    expect(await send(person, own)).toMatchObject({ status: 'error' });
    expect(await send(person, world.app.anonymous)).toMatchObject({ status: 'error' });
    expect(lettersTo(person, newPassword)).toEqual([]);
  });

  test('S9 by administrators of the same organization only', async () => {
    const person = await aPerson(world);
    expect(await send(person, globex.admin)).toMatchObject({ code: 'unauthorized' });
    expect(lettersTo(person, invitation)).toEqual([]);
  });

  test('S11 to no global administrator by one of an organization', async () => {
    const chief = await aPerson(world, { isAdmin: true, password });
    const admin = await world.app.signedIn('acme', chief.name, password);
    const global = await aPerson(world, { isGlobalAdmin: true });
    expect(await send(global, admin)).toMatchObject({ status: 'error' });
    expect(lettersTo(global, invitation)).toEqual([]);
  });

  test.each([
    ['without an email', { email: '' }, 'email-empty'],
    ['who is blocked', { isForbidden: true }, 'user-forbidden'],
    ['whose application sends no mail', { signupApplication: 'app-built-in' }, 'email-provider-missing'],
  ])('to no user %s, and the answer says why', async (_who, more, code) => {
    expect(await send(await aPerson(world, more))).toMatchObject({ code });
  });

  test('S51 five times in a quarter of an hour, with a record of each', async () => {
    const person = await aPerson(world);
    for (let letter = 0; letter < 5; letter++) expect(await send(person)).toMatchObject({ status: 'ok' });
    expect(await send(person)).toMatchObject({ code: 'too-many-requests' });
    const at = { action: 'send-password-link', object: `user acme/${person.name}`, outcome: 'ok' };
    expect(await world.app.db('records').where(at)).toHaveLength(5);
  });
});

// The last test, because the clock does not go back.
test('the link is over after seven days', async () => {
  const person = await aPerson(world);
  const ticket = ticketIn(await linkTo(person));
  ahead = 7 * 24 * 3_600_000;
  expect(await open(ticket)).toMatchObject({ code: 'password-link-expired' });
});
