import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findings } from '../../console/world/axe.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type PagesWorld, startPages, visitPage } from '../world/pages-world.ts';
import { aPerson, type Person, readable } from './people.ts';

let world: PagesWorld;
/** How far the clock of the server is ahead. */
let ahead = 0;
beforeAll(async () => {
  world = await startPages({}, () => new Date(Date.now() + ahead));
});
afterAll(() => world?.stop());

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const title = /^Subject: New sign-in to your account/m;

async function signIn({ name }: Person, client: Client = world.app.client({ 'User-Agent': chrome })): Promise<Client> {
  const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password };
  expect((await client.post('login', form)).body).toMatchObject({ status: 'ok' });
  return client;
}

const isSignedIn = async (client: Client) => (await client.get('get-account')).body.status === 'ok';
const letters = ({ email }: Person) =>
  world.mail.received.filter(({ to, text }) => to.includes(email) && title.test(text));

async function letterTo({ email }: Person): Promise<string> {
  return readable((await world.mail.mailTo(email, title)).text);
}

const linkIn = (letter: string) => /This wasn't me: (\S+)/.exec(letter)?.[1] ?? '';
const ticketIn = (link: string) => link.split('#not-me=')[1] ?? '';
const notMe = (ticket: string) => world.app.client().post('not-me', { ticket });

/** Somebody who has just got the letter, and the browsers that are signed in. */
async function warned(more: Record<string, unknown> = {}) {
  const person = await aPerson(world, { password, ...more });
  const own = await signIn(person);
  const other = await signIn(person);
  const letter = await letterTo(person);
  return { person, own, other, letter, link: linkIn(letter) };
}

describe('A letter tells of a sign-in', () => {
  test('from a new browser: when, with what, and from where', async () => {
    const { letter, person } = await warned({ timeZone: 'Asia/Tokyo' });
    expect(letter).toContain(`your account ${person.name} at`);
    expect(letter).toContain('Chrome on Linux');
    expect(letter).toMatch(/from the address 127\.0\.0\.1|from the address ::1/);
    expect(letter).toMatch(/GMT\+9|JST/);
    expect(letters(person)).toHaveLength(1);
  });

  test('in the language of the user', async () => {
    const person = await aPerson(world, { password, language: 'de' });
    await signIn(person);
    await signIn(person);
    const { text } = await world.mail.mailTo(person.email, /Neue Anmeldung/);
    expect(text).toContain('Neue Anmeldung bei Ihrem Konto');
  });

  test('but not of the first of all, nor in a browser that the user has used before', async () => {
    const person = await aPerson(world, { password });
    const own = await signIn(person);
    await own.post('logout');
    await signIn(person, own);
    await signIn(person);
    await letterTo(person);
    expect(letters(person)).toHaveLength(1);
  });

  test('at an application that keeps no session too, once for each browser', async () => {
    const name = `till-${randomUUID().slice(0, 8)}`;
    const redirectUri = 'https://app.example/callback';
    const settings = { organization: 'acme', cert: 'cert-built-in', providers: [{ name: 'provider_mail' }] };
    await add(world.root, 'application', {
      name,
      ...settings,
      redirectUris: [redirectUri],
      enableSigninSession: false,
    });
    const { clientId } = (await world.root.get('get-application', { id: `admin/${name}` })).body.data;
    const query = { clientId, responseType: 'code', redirectUri, scope: 'openid', state: 'some' };
    const person = await aPerson(world, { password, signupApplication: name });
    const enter = async (client = world.app.client({ 'User-Agent': chrome })) => {
      const form = { type: 'code', application: name, organization: 'acme', username: person.name, password };
      expect((await client.post('login', form, { query })).body.status).toBe('ok');
      expect(await isSignedIn(client)).toBe(false);
      return client;
    };
    const own = await enter();
    await enter(own);
    await enter();
    await letterTo(person);
    // The next letter shows that the second sign-in sent none.
    await enter();
    await expect.poll(() => letters(person).length).toBe(2);
  });
});

describe("The link 'This wasn't me'", () => {
  test('ends all sessions after a click, and the person chooses a new password', async () => {
    const { link, own, other, person } = await warned();
    const { page, complaints } = await visitPage(world, new URL(link).pathname + new URL(link).hash);
    await page.getByRole('heading', { name: 'Was this not you?' }).waitFor();
    expect(page.url()).not.toContain('not-me');
    expect(await isSignedIn(other)).toBe(true);
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByLabel('New password', { exact: true }).fill('another-good-password');
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn(own)).toBe(false);
    await page.getByLabel('Confirm', { exact: true }).fill('another-good-password');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    const form = { type: 'login', application: 'shop', organization: 'acme', username: person.name };
    expect((await world.app.client().post('login', { ...form, password })).body.code).toBe('sign-in-failed');
    const changed = await world.app.client().post('login', { ...form, password: 'another-good-password' });
    expect(changed.body.status).toBe('ok');
    expect(complaints).toEqual([]);
  });

  test('works after a sign-in that asked for a new password, and ends with the next one', async () => {
    const person = await aPerson(world, { password });
    await signIn(person);
    await world.root.post('update-user', { mustChangePassword: true }, { query: { id: `acme/${person.name}` } });
    const stranger = world.app.client({ 'User-Agent': chrome });
    const form = { type: 'login', application: 'shop', organization: 'acme', username: person.name, password };
    expect((await stranger.post('login', form)).body.code).toBe('password-due');
    const next = { type: 'login', application: 'shop', newPassword: 'a-password-of-a-stranger' };
    expect((await stranger.post('login', next)).body.status).toBe('ok');
    const ticket = ticketIn(linkIn(await letterTo(person)));
    expect((await notMe(ticket)).body.status).toBe('ok');
    expect(await isSignedIn(stranger)).toBe(false);
  });

  test('is over after a new password, and if somebody changed it', async () => {
    const { link, other, person } = await warned();
    const ticket = ticketIn(link);
    expect((await notMe(`${ticket.slice(0, -4)}AAAA`)).body.code).toBe('ticket-expired');
    expect(await isSignedIn(other)).toBe(true);
    const changed = { userOwner: 'acme', userName: person.name, newPassword: 'a-newer-password' };
    expect((await world.root.post('set-password', changed)).body.status).toBe('ok');
    expect((await notMe(ticket)).body.code).toBe('ticket-expired');
    const { page } = await visitPage(world, new URL(link).pathname + new URL(link).hash);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('This link has expired or was used.').waitFor();
  });

  test('S26 35.8 is over after a new email: the former mailbox no longer opens the account', async () => {
    const { link, other, person } = await warned();
    const query = { id: `acme/${person.name}` };
    const update = await world.root.post('update-user', { email: `new-${person.email}` }, { query });
    expect(update.body.status).toBe('ok');
    expect((await notMe(ticketIn(link))).body.code).toBe('ticket-expired');
    expect(await isSignedIn(other)).toBe(true);
    // Back at the former address, it is the address that the letter went to.
    await world.root.post('update-user', { email: person.email }, { query });
    expect((await notMe(ticketIn(link))).body.status).toBe('ok');
  });

  test('sets no password where the application has none, but ends the sessions', async () => {
    const name = `keyless-${randomUUID().slice(0, 8)}`;
    const settings = { organization: 'acme', cert: 'cert-built-in', providers: [{ name: 'provider_mail' }] };
    await add(world.root, 'application', { name, ...settings, enablePassword: false, enableCodeSignin: true });
    const { link, other } = await warned({ signupApplication: name });
    const { page } = await visitPage(world, new URL(link).pathname + new URL(link).hash);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('status').getByText('All sessions have ended.').waitFor();
    expect(await isSignedIn(other)).toBe(false);
    expect((await world.app.client().post('reset-password', { newPassword: 'no-step-before' })).body.code).toBe(
      'step-missing',
    );
  });

  // The last test, because the clock does not go back.
  test('is over after three days', async () => {
    const { link } = await warned();
    ahead = 3 * 24 * 3_600_000;
    expect((await notMe(ticketIn(link))).body.code).toBe('ticket-expired');
  });
});
