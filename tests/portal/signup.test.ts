import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { cookiesSet } from '../harness/cookies.ts';
import { add, password } from '../harness/world.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { askForCode, createShop, from, otherThan, portalSettings } from './portal-world.ts';

const minute = 60_000;
let time = Date.parse('2026-11-21T12:00:00Z');
const options = { now: () => new Date(time), settings: portalSettings };

type Item = { name: string; visible?: boolean; required?: boolean; prompted?: boolean; rule?: string };
const item = (name: string, more: Partial<Item> = {}): Item => ({ name, ...more });
const id = item('ID', { visible: false, required: true, rule: 'Random' });
const displayName = item('Display name');
const email = item('Email', { rule: 'Normal' });
const basics = [id, item('Username'), item('Password'), item('Confirm password')];

let mail: MailServer;
let app: TestApp;
let other: TestApp;
let root: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp(options);
  other = await startApp({ ...options, databaseUrl: app.databaseUrl });
  root = await app.admin();
  await createShop(root, mail, { signupItems: [...basics, displayName, email, item('Agreement')] });
});
afterAll(async () => {
  await other.stop();
  await app.stop();
  await mail.stop();
});

/** An application of acme that asks this at sign-up. */
async function asking(name: string, signupItems: Item[], more: Record<string, unknown> = {}): Promise<string> {
  await add(root, 'application', {
    name,
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    signupItems,
    ...more,
  });
  return name;
}

const secret = { password: 'a-good-password', confirm: 'a-good-password' };
const form = (username: string, more: Record<string, unknown> = {}) => ({
  application: 'shop',
  organization: 'acme',
  username,
  name: 'Somebody New',
  ...secret,
  email: `${username}@example.com`,
  agreement: true,
  ...more,
});
const signUp = async (fields: Record<string, unknown>, client = from(app)) =>
  (await client.post('signup', fields)).body;
const stored = (name: string) => app.store('user').find(app.db, 'acme', name);

/** A form with the code that was mailed to its address. */
async function coded(username: string, more: Record<string, unknown> = {}) {
  const fields = form(username, more);
  expect((await askForCode(from(app), String(fields.email), { method: 'signup' })).status).toBe('ok');
  return { ...fields, emailCode: await mail.codeTo(String(fields.email)) };
}

describe('signing up', () => {
  test('with a mailed code makes a user who can sign in, on whichever server', async () => {
    const fields = await coded('anna', { phonePrefix: '86' });
    const answer = await from(other).post('signup', fields);
    expect(answer.body).toMatchObject({ status: 'ok', data: 'acme/anna' });
    expect(cookiesSet(answer).size).toBe(0);
    expect(await stored('anna')).toMatchObject({
      displayName: 'Somebody New',
      email: 'anna@example.com',
      emailVerified: true,
      type: 'normal-user',
      signupApplication: 'shop',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdIp: expect.stringMatching(/^198\.51\./),
    });
    const login = { type: 'login', application: 'shop', username: 'anna@example.com', password: secret.password };
    expect((await from(app).post('login', login)).body.data).toBe('acme/anna');
    const record = await app.db('records').where({ action: 'signup', outcome: 'ok', user: 'anna' }).first();
    expect(record).toMatchObject({ owner: 'acme', object: 'user acme/anna' });
  });

  test('gives the first tag of the organization and its default picture', async () => {
    const changes = { tags: ['staff|员工', 'guest'], defaultAvatar: 'https://acme.example/a.png' };
    await root.post('update-organization', changes, { query: { id: 'admin/acme' } });
    const application = await asking('plain', [...basics]);
    await signUp(form('arthur', { application }));
    expect(await stored('arthur')).toMatchObject({ tag: 'staff', avatar: 'https://acme.example/a.png', email: '' });
  });

  test('is closed where the application says so, asks nothing, or is the platform’s own', async () => {
    const closed = await asking('closed', basics, { enableSignUp: false });
    const empty = await asking('empty', []);
    await add(root, 'application', {
      name: 'of-platform',
      organization: 'built-in',
      cert: 'cert-built-in',
      enableSignUp: true,
      signupItems: basics,
    });
    for (const application of [closed, empty, 'of-platform'])
      expect(await signUp(form('abel', { application, organization: '' }))).toMatchObject({
        code: 'signup-closed',
        msg: 'The application does not allow to sign up new account',
      });
    expect((await signUp(form('abel', { organization: 'built-in' }))).code).toBe('signup-closed');
    expect((await signUp(form('abel', { application: 'nowhere' }))).code).toBe('not-found');
  });

  test('is not for who is signed in', async () => {
    const alice = await app.signedIn('acme', 'alice', password);
    expect(await signUp(form('ada'), alice)).toMatchObject({ code: 'signup-signed-in', data: 'acme/alice' });
  });

  test.each([
    [{ username: 'x' }, 'username-too-short', 'username must have at least 2 characters'],
    [{ username: 'a b' }, 'username-blank', 'username cannot contain white spaces'],
    [{ username: '9lives' }, 'username-invalid', undefined],
    [{ username: 'no-dash' }, 'username-invalid', undefined],
    [{ password: 'short', confirm: 'short' }, 'password-too-short', undefined],
    [{ password: '', confirm: '' }, 'password-too-short', undefined],
    [{ confirm: 'another-one' }, 'confirm-differs', 'Your confirmed password is inconsistent with the password!'],
    [{ email: '' }, 'email-empty', 'email cannot be empty'],
    [{ email: 'no address' }, 'email-invalid', 'email is invalid'],
    [{ name: ' ' }, 'display-name-blank', 'displayName cannot be blank'],
    [{ agreement: false }, 'agreement-missing', 'Please accept the agreement!'],
    [{ agreement: undefined }, 'agreement-missing', 'Please accept the agreement!'],
    [{ emailCode: '' }, 'code-missing', 'Please input your verification code!'],
    [{ emailCode: '12345' }, 'code-not-sent', 'Code has not been sent yet!'],
  ])('%j is refused as %s', async (changes, code, msg) => {
    expect(await signUp(form('barry', changes))).toMatchObject({ code, ...(msg && { msg }) });
    expect(await stored('barry')).toBeUndefined();
  });

  test('asks for what the items say, and takes nothing else', async () => {
    const application = await asking('curious', [
      ...basics,
      item('Display name', { rule: 'Real name' }),
      item('Affiliation'),
      item('Country/Region'),
      item('ID card'),
      item('Phone', { required: false }),
    ]);
    const whole = {
      application,
      name: '李明',
      affiliation: 'Acme',
      region: 'CN',
      idCard: '11010519491231002X',
      email: 'ignored@example.com',
    };
    const codeOf = async (changes: Record<string, unknown>) =>
      (await signUp(form('berta', { ...whole, ...changes }))).code;
    expect(await codeOf({ name: 'Li Ming' })).toBe('real-name-invalid');
    expect(await codeOf({ affiliation: '' })).toBe('affiliation-blank');
    expect(await codeOf({ region: '' })).toBe('region-blank');
    expect(await codeOf({ idCard: '' })).toBe('id-card-blank');
    expect(await codeOf({ idCard: '123' })).toBe('id-card-invalid');
    expect(await codeOf({ phone: '123' })).toBe('phone-invalid');
    expect(await codeOf({ phone: '13812345678' })).toBe('code-missing');
    expect(await codeOf({})).toBeUndefined();
    expect(await stored('berta')).toMatchObject({
      realName: '李明',
      affiliation: 'Acme',
      region: 'CN',
      idCard: '11010519491231002X',
      email: '',
      phone: '',
    });
  });

  test('takes the name in two parts, and an address without a code where none is asked', async () => {
    const application = await asking('split', [
      ...basics,
      item('Display name', { rule: 'First, last' }),
      item('Email', { rule: 'No verification' }),
    ]);
    const parts = { application, firstName: 'Grace', lastName: 'Hopper' };
    expect((await signUp(form('grace', { ...parts, firstName: '' }))).code).toBe('first-name-blank');
    expect((await signUp(form('grace', { ...parts, lastName: '' }))).code).toBe('last-name-blank');
    expect((await signUp(form('grace', parts))).status).toBe('ok');
    expect(await stored('grace')).toMatchObject({
      displayName: 'Grace Hopper',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
      emailVerified: false,
    });
  });

  test('counts ids on, also for those who come at the same time, and names people by them', async () => {
    const rule = item('ID', { visible: false, required: true, rule: 'Incremental' });
    const application = await asking('counting', [rule, item('Password')]);
    const first = await signUp({ application, ...secret });
    const start = Number(first.data.slice('acme/'.length));
    expect(start).toBeGreaterThanOrEqual(0);
    const others = await Promise.all(
      Array.from({ length: 5 }, (_, index) => signUp({ application, ...secret }, from(index % 2 ? app : other))),
    );
    const ids = others.map(({ data }) => Number(data.slice('acme/'.length))).sort((a, b) => a - b);
    expect(ids).toEqual([1, 2, 3, 4, 5].map((each) => start + each));
  });

  test('signs in first where something is asked afterwards', async () => {
    const application = await asking('prompting', [
      ...basics,
      item('Affiliation', { visible: false, required: false, prompted: true }),
    ]);
    const browser = from(app);
    expect((await signUp(form('pia', { application }), browser)).status).toBe('ok');
    expect((await browser.get('get-account')).body.name).toBe('pia');
  });
});

describe('S11 growth of rights', () => {
  test('nothing in the form makes an administrator, another owner or a verified address', async () => {
    const application = await asking('greedy', [...basics]);
    const wanted = {
      application,
      owner: 'built-in',
      isAdmin: true,
      isGlobalAdmin: true,
      id: 'chosen',
      score: 999,
      tag: 'boss',
      email: 'mallory@example.com',
      emailVerified: true,
      signupApplication: 'app-built-in',
      properties: { a: 'b' },
      createdIp: '1.2.3.4',
    };
    expect((await signUp(form('mallory', wanted))).status).toBe('ok');
    const made = await stored('mallory');
    expect(made).toMatchObject({
      isAdmin: false,
      isGlobalAdmin: false,
      score: 0,
      email: '',
      emailVerified: false,
      properties: {},
      signupApplication: 'greedy',
    });
    expect(made?.id).not.toBe('chosen');
    expect(made?.tag).not.toBe('boss');
    expect(await app.store('user').find(app.db, 'built-in', 'mallory')).toBeUndefined();
  });
});

describe('S26 codes at sign-up', () => {
  test('a wrong one makes nobody, and one is used once', async () => {
    const fields = await coded('cora');
    expect((await signUp({ ...fields, emailCode: otherThan(fields.emailCode) })).code).toBe('code-wrong');
    expect(await stored('cora')).toBeUndefined();
    const twice = await Promise.all([signUp(fields), signUp({ ...fields, username: 'cora2' }, from(other))]);
    expect(twice.filter(({ status }) => status === 'ok')).toHaveLength(1);
  });

  test('one for signing in, for another address or at another application does not do', async () => {
    const fields = await coded('carl');
    const market = await asking('market', [...basics, displayName, email], { providers: [{ name: 'provider_mail' }] });
    expect((await signUp({ ...fields, application: market })).code).toBe('code-wrong');
    expect((await signUp({ ...fields, email: 'else@example.com' })).code).toBe('code-not-sent');
    time += minute;
    const before = mail.received.length;
    await askForCode(from(app), 'alice@acme.example', { method: 'login' });
    await expect.poll(() => mail.received.length).toBe(before + 1);
    const emailCode = await mail.codeTo('alice@acme.example');
    expect((await signUp(form('cato', { email: 'alice@acme.example', emailCode }))).code).toBe('code-wrong');
    expect((await signUp(fields)).status).toBe('ok');
  });

  test('what else is wrong does not use a code up', async () => {
    const fields = await coded('chloe');
    expect((await signUp({ ...fields, username: 'alice' })).code).toBe('username-taken');
    expect((await signUp(fields)).status).toBe('ok');
  });
});

describe('S25 who exists', () => {
  test('asking for a code to sign up answers the same for an address that somebody has', async () => {
    const ask = async (dest: string) => {
      const sent = { type: 'email', dest, applicationId: 'admin/shop', method: 'signup' };
      const { status, text } = await from(app).post('send-verification-code', sent);
      return { status, text };
    };
    time += minute;
    expect(await ask('alice@acme.example')).toEqual(await ask('unheard-of@example.com'));
  });

  test('that an address or a name is taken is told after its code, not before', async () => {
    const taken = form('alice', { email: 'alice@acme.example', emailCode: '00000' });
    time += 10 * minute;
    expect((await signUp(taken)).code).toBe('code-late');
    const fields = await coded('dina', { email: 'alice@acme.example' });
    expect(await signUp(fields)).toMatchObject({ code: 'email-taken', msg: 'email already exists' });
  });

  test('names are tried out twenty times from an address, then no more', async () => {
    const client = from(app, '203.0.113.99');
    const plain = { application: 'plain' };
    for (let tries = 0; tries < 20; tries += 1)
      expect((await signUp(form('alice', plain), client)).code).toBe('username-taken');
    expect((await signUp(form('alice', plain), client)).code).toBe('too-many-requests');
  });
});

test('S33 passwords of a megabyte are refused before hashing, and none is stored readable', async () => {
  const huge = 'x'.repeat(1_000_000);
  expect((await signUp(form('max', { application: 'plain', password: huge, confirm: huge }))).code).toBe(
    'password-too-long',
  );
  await signUp(form('mia', { application: 'plain' }));
  expect(await stored('mia')).toMatchObject({
    passwordType: 'argon2id',
    password: expect.stringMatching(/^\$argon2id\$/),
  });
});

test('S19 nobody is signed up from another site', async () => {
  const { body } = await from(app).post('signup', form('ned'), { headers: { Origin: 'https://evil.example' } });
  expect(body.code).toBe('cross-site');
});
