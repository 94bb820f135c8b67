import { upkeep } from '@doorwright/api/background/upkeep.ts';
import { enqueue } from '@doorwright/api/core/jobs/enqueue.ts';
import { dueDigests } from '@doorwright/api/features/notifications/digest/due.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { add, createTenant, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { loopback } from '../webhooks/receiver.ts';
import { startSilentServer } from './mail-refusals.ts';
import { dismiss, notificationsOf, told } from './world.ts';

const day = 86_400_000;
/** In UTC, which has no change of clocks. */
const noonOf = (ms: number) => Date.parse(`${new Date(ms).toISOString().slice(0, 10)}T12:00:00Z`);
let time = noonOf(Date.now());
let app: TestApp;
let root: Client;
let adam: Client;
let mail: MailServer;
const address = 'adam@acme.example';

beforeAll(async () => {
  mail = await startMailServer();
  // No syncer runs by itself: tests write its errors.
  app = await startApp({ settings: loopback, now: () => new Date(time), ticker: handTicker().ticker });
  root = await app.admin();
  await createTenant(app, root, 'acme');
  await changeAdam({ email: address });
  await add(root, 'provider', mailProvider('letters', mail));
  await useLetters('app-acme');
});
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
});

async function useLetters(application: string, name = 'letters'): Promise<void> {
  const id = `admin/${application}`;
  const { data } = (await root.get('get-application', { id })).body;
  await root.post(`update-application?id=${id}`, { ...data, providers: [{ name }] });
}
const changeAdam = (columns: object) => app.db('users').where({ owner: 'acme', name: 'adam' }).update(columns);
const wanting = async (isOn: boolean) => (await adam.post('set-notification-digest', { isOn })).body;
const syncer = (name: string, errorText = 'no route to host') =>
  add(root, 'syncer', { name, organization: 'acme', isEnabled: true, errorText });
/** The lines of a mail without the breaks of its encoding. */
const plain = (text: string) => text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
const digests = () => mail.received.filter(({ to, text }) => to.includes(address) && plain(text).includes('/syncers/'));
const unfinished = () =>
  app
    .db('jobs.job')
    .whereIn('name', ['notification-digests', 'notification-digest'])
    .where('state', '<', 'completed')
    .pluck('state');

/** Lets a server look for due digests, and waits until all of its letters are sent or failed. */
async function look(): Promise<number> {
  const before = digests().length;
  await enqueue(app.db, dueDigests, {});
  await expect.poll(unfinished, { timeout: 30_000 }).toEqual([]);
  return digests().length - before;
}
const lastDigest = () => plain(digests().at(-1)?.text ?? '');

/** Lets time pass, after which both sign in again. */
async function pass(ms: number): Promise<void> {
  time += ms;
  root = await app.admin();
  adam = await app.signedIn('acme', 'adam', password);
}

beforeEach(async () => {
  await pass(noonOf(time + 30 * day) - time);
  await app.db('syncers').delete();
  await app.db('notification_marks').delete();
  await app.db('users').update({ digest_day: '' });
});

test('a digest needs an address and a provider of mail', async () => {
  const { admin } = await createTenant(app, root, 'initech');
  const wish = async () => (await admin.post('set-notification-digest', { isOn: true })).body;
  expect(await wish()).toMatchObject({ code: 'email-empty' });
  await app.db('users').where({ owner: 'initech', name: 'adam' }).update({ email: 'adam@initech.example' });
  expect(await wish()).toMatchObject({ code: 'email-provider-missing' });
  await useLetters('app-initech');
  expect(await wish()).toMatchObject({ status: 'ok' });
  const { data2 } = (await admin.get('get-notifications')).body;
  expect(data2).toEqual({ isOn: true, email: 'adam@initech.example' });
});

test('a digest comes once in the next morning, with what to do and a link to each problem', async () => {
  await syncer('people <b>');
  await wanting(true);
  expect(await look()).toBe(0);
  await pass(day);
  expect(await look()).toBe(1);
  expect(await look()).toBe(0);
  const text = lastDigest();
  expect(text).toContain('Subject: Daily digest of acme');
  expect(text).toContain('New since your last digest:');
  expect(text).toContain('- Syncer people <b> reports errors');
  expect(text).toContain(`${app.url}/syncers/people%20%3Cb%3E`);
  expect(text).toContain('Switch it off in the menu of the notifications');
});

test('S49 names in a digest are text', async () => {
  await syncer('<img src=x onerror=alert(1)>');
  await wanting(true);
  await pass(day);
  expect(await look()).toBe(1);
  const html = lastDigest().split('Content-Type: text/html')[1];
  expect(html).toContain('&lt;img src');
  expect(html).not.toContain('<img');
});

test('a problem that lasts is mailed again beside a new one, or after a week', async () => {
  await syncer('first');
  await wanting(true);
  await pass(day);
  expect(await look()).toBe(1);
  await pass(day);
  expect(await look()).toBe(0);
  await syncer('second');
  await pass(day);
  expect(await look()).toBe(1);
  expect(lastDigest()).toMatch(
    /New since your last digest:\s+- Syncer second[\s\S]*These problems last:\s+- Syncer first/,
  );
  for (let i = 0; i < 6; i++) {
    await pass(day);
    expect(await look()).toBe(0);
  }
  await pass(day);
  expect(await look()).toBe(1);
  expect(lastDigest()).not.toContain('New since');
});

test('nothing is sent when nothing is wrong, when it was dismissed, and when the digest is off', async () => {
  await wanting(true);
  await pass(day);
  expect(await look()).toBe(0);
  await syncer('people');
  await dismiss(adam, ...(await notificationsOf(adam)).map(({ key }) => key));
  await pass(day);
  expect(await look()).toBe(0);
  await syncer('orders');
  await wanting(false);
  await pass(day);
  expect(await look()).toBe(0);
});

test('the morning is that of the time zone, and the words are in the language of the person', async () => {
  await syncer('people');
  // Ten hours behind UTC, without a change of clocks.
  await changeAdam({ time_zone: 'Pacific/Honolulu', language: 'de' });
  await wanting(true);
  const noon = time;
  await pass(day - 3_600_000);
  // It is one in the morning there, and the wish is from two in the morning of the day before.
  expect(await look()).toBe(1);
  await app.db('notification_marks').delete();
  await pass(noon + day + 4 * 3_600_000 - time);
  expect(await look()).toBe(0);
  await pass(1.5 * 3_600_000);
  expect(await look()).toBe(1);
  expect(lastDigest()).toContain('Der Synchronisierer people meldet Fehler');
  await changeAdam({ time_zone: '', language: '' });
});

test('S16 a person who no longer administers anything, or who is blocked, gets no digest', async () => {
  await syncer('people');
  await wanting(true);
  for (const [off, on] of [
    [{ is_admin: false }, { is_admin: true }],
    [{ is_forbidden: true }, { is_forbidden: false }],
    [{ is_deleted: true }, { is_deleted: false }],
  ] as const) {
    await changeAdam(off);
    time += day;
    expect(await look()).toBe(0);
    await changeAdam(on);
  }
  await pass(day);
  expect(await look()).toBe(1);
});

test('S9 a digest tells nothing of another organization', async () => {
  await createTenant(app, root, 'globex');
  await add(root, 'syncer', { name: 'theirs', organization: 'globex', isEnabled: true, errorText: 'no route' });
  await syncer('ours');
  await wanting(true);
  await pass(day);
  expect(await look()).toBe(1);
  expect(lastDigest()).toContain('ours');
  expect(lastDigest()).not.toContain('theirs');
});

test('the console reports a mail server that is away, and that server is not asked to mail about itself for ever', async () => {
  await syncer('people');
  await wanting(true);
  const { port } = mail;
  await mail.stop();
  await pass(day);
  // Letters about the sign-ins may have failed a day ago.
  await app.db('providers').update({ failing_since: null });
  await enqueue(app.db, dueDigests, {});
  await expect.poll(unfinished, { timeout: 20_000 }).toEqual(['retry']);
  expect(await told(root)).toContain('mailRefused letters');
  // A day later, one try is enough.
  await app.db('jobs.job').where('name', 'notification-digest').where('state', '<', 'completed').delete();
  await app.db('providers').update({ failing_since: new Date(time) });
  await pass(2 * day);
  await enqueue(app.db, dueDigests, {});
  await expect.poll(unfinished, { timeout: 20_000 }).toEqual([]);
  mail = await startMailServer({ port });
  await pass(day);
  expect(await look()).toBe(1);
  expect(await told(root)).not.toContain('mailRefused letters');
  // With nothing else wrong, a provider sends no digest about its own failure.
  await app.db('syncers').delete();
  await app.db('providers').update({ failing_since: new Date(time), problem: 'away' });
  await pass(day);
  expect(await look()).toBe(0);
  await app.db('providers').update({ failing_since: null, problem: '' });
});

test('a mail server that hangs delays no digest of another organization, and a digest that one person muted comes to the other', async () => {
  const silent = await startSilentServer();
  await add(root, 'provider', { ...mailProvider('silent', silent), clientId: '', clientSecret: '' });
  await createTenant(app, root, 'hooli');
  await useLetters('app-hooli', 'silent');
  const names = Array.from({ length: 6 }, (_, index) => `admin-${index}`);
  const person = { displayName: 'Someone', password, isAdmin: true };
  for (const name of names)
    await add(root, 'user', { owner: 'hooli', name, email: `${name}@hooli.example`, ...person });
  await add(root, 'user', { owner: 'acme', name: 'eve', email: 'eve@acme.example', ...person });
  await syncer('people');
  await add(root, 'syncer', { name: 'theirs', organization: 'hooli', isEnabled: true, errorText: 'no route' });
  await wanting(true);
  const eve = await app.signedIn('acme', 'eve', password);
  expect((await eve.post('set-notification-digest', { isOn: true })).body.status).toBe('ok');
  await app.db('users').where({ owner: 'hooli' }).whereIn('name', names).update({ digest_day: '2026-01-01' });
  await dismiss(eve, ...(await notificationsOf(eve)).map(({ key }) => key));
  await pass(day);
  // The letters about these sign-ins are over.
  const before = digests().length;
  await enqueue(app.db, dueDigests, {});
  await expect.poll(() => digests().length, { timeout: 30_000 }).toBe(before + 1);
  expect(silent.waiting()).toBeGreaterThan(0);
  expect(mail.received.filter(({ to }) => to.includes('eve@acme.example')).map(({ text }) => text)).toEqual(
    expect.not.arrayContaining([expect.stringContaining('Daily digest')]),
  );
  silent.stop();
  await app.db('jobs.job').where('name', 'notification-digest').where('state', '<', 'completed').delete();
  await app.db('users').where({ owner: 'hooli' }).update({ digest_day: '' });
});

test('marks whose cause is gone are deleted, and the others stay', async () => {
  await syncer('gone');
  await syncer('stays');
  await dismiss(adam, ...(await notificationsOf(adam)).map(({ key }) => key));
  const marks = () => app.db('notification_marks').where({ user: 'adam' }).whereNotNull('dismissed_time');
  await app.db('syncers').where({ name: 'gone' }).delete();
  await pass(day / 2);
  await enqueue(app.db, upkeep, {});
  await expect.poll(async () => (await marks()).length).toBe(1);
  expect(await told(adam)).toEqual([]);
});
