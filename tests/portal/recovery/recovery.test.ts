import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { carryCookies, cookieName, cookiesSet } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import type { MailServer } from '../mail/mail-server.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';

const minute = 60_000;

let mail: MailServer;
let app: TestApp;
let other: TestApp;
let root: Client;
let servers: ShopServers;
beforeAll(async () => {
  servers = await startShopServers();
  ({ mail, app, other, root } = servers);
});
afterAll(() => servers?.stop());

const aUser = (name: string, more: Record<string, unknown> = {}) =>
  add(root, 'user', { owner: 'acme', name, password, email: `${name}@acme.example`, ...more });
const lookUp = (username: string, client = from(app)) =>
  client.post('get-email-and-phone', { application: 'shop', organization: 'acme', username });
const signIn = async (username: string, tried: string) =>
  (await from(app).post('login', { type: 'login', application: 'shop', username, password: tried })).body.code ?? 'ok';

interface Sent {
  username: string;
  dest: string;
  code: string;
}
const verify = async (client: Client, { username, dest, code }: Sent) =>
  (await client.post('verify-code', { application: 'shop', type: 'email', username, dest, code })).body;
const reset = async (client: Client, newPassword = 'a new password') =>
  (await client.post('reset-password', { newPassword })).body;

/** The first two steps: the masked address, and a code to it. */
async function coded(name: string): Promise<Sent> {
  await aUser(name);
  const { email: dest } = (await lookUp(name)).body.data;
  expect((await askForCode(from(app), dest, { checkUser: name, method: 'forget' })).status).toBe('ok');
  return { username: name, dest, code: await mail.codeTo(`${name}@acme.example`) };
}

describe('a forgotten password', () => {
  test('is replaced after a code to a masked address, on any server', async () => {
    const sent = await coded('barbara');
    expect(sent.dest).toBe('b*****a@a**e.example');
    const before = await app.signedIn('acme', 'barbara', password);
    const browser = from(other);
    expect(await verify(browser, sent)).toMatchObject({ status: 'ok', data: null });
    const moved = from(app);
    carryCookies(browser, moved);
    expect(await reset(moved)).toMatchObject({ status: 'ok' });
    expect(await signIn('barbara', 'a new password')).toBe('ok');
    expect(await signIn('barbara', password)).toBe('sign-in-failed');
    expect((await before.get('get-account')).body.code).toBe('sign-in-first');
    const record = await app.db('records').where({ action: 'reset-password', user: 'barbara' }).first();
    expect(record).toMatchObject({ owner: 'acme', outcome: 'ok', object: 'user acme/barbara' });
  });

  test('is checked as every new password is', async () => {
    const browser = from(app);
    await verify(browser, await coded('bernard'));
    expect((await reset(browser, 'short')).code).toBe('password-too-short');
    expect((await reset(browser, 'Password1')).code).toBe('password-common');
    expect((await reset(browser, 'ends with a blank ')).code).toBe('password-blank');
    expect((await reset(browser, '')).code).toBe('password-too-short');
    expect((await reset(browser)).status).toBe('ok');
  });

  test('is recovered with the address itself too, which comes back as it was sent', async () => {
    await aUser('belinda');
    const dest = 'belinda@acme.example';
    expect((await lookUp(dest)).body).toMatchObject({ data: { name: dest, email: dest, phone: '' }, data2: 'email' });
    await askForCode(from(app), dest, { checkUser: dest, method: 'forget' });
    const browser = from(app);
    expect((await verify(browser, { username: dest, dest, code: await mail.codeTo(dest) })).status).toBe('ok');
    expect((await reset(browser)).status).toBe('ok');
  });

  test.each([(name: string) => name, (name: string) => `${name}@acme.example`])(
    'is recovered with any capitals in the name or address: %s',
    async (writtenAs) => {
      const name = `Bruno-${randomUUID()}`;
      await aUser(name);
      const username = writtenAs(name).toUpperCase();
      const { email: dest } = (await lookUp(username)).body.data;
      expect((await askForCode(from(app), dest, { checkUser: username, method: 'forget' })).status).toBe('ok');
      const browser = from(app);
      const code = await mail.codeTo(`${name}@acme.example`);
      expect((await verify(browser, { username, dest, code })).status).toBe('ok');
      expect((await reset(browser)).status).toBe('ok');
    },
  );
});

describe('S27 no skipped step', () => {
  test('a password is not set without the code, with an empty one, or in another browser', async () => {
    const sent = await coded('carla');
    expect((await reset(from(app))).code).toBe('step-missing');
    expect((await reset(from(app), '')).code).toBe('step-missing');
    const browser = from(app);
    expect((await verify(browser, { ...sent, code: '' })).code).toBe('code-missing');
    expect((await verify(browser, { ...sent, code: otherThan(sent.code) })).code).toBe('code-wrong');
    expect((await reset(browser)).code).toBe('step-missing');
    await verify(browser, sent);
    expect((await reset(from(app))).code).toBe('step-missing');
    browser.cookies.set(cookieName(browser.url, 'attempt'), 'made-up');
    expect((await reset(browser)).code).toBe('step-missing');
    expect(await signIn('carla', password)).toBe('ok');
  });

  test('a proved code leads to one new password, within ten minutes', async () => {
    const browser = from(app);
    await verify(browser, await coded('cecil'));
    const twin = from(app);
    carryCookies(browser, twin);
    const both = await Promise.all([reset(browser, 'first-password'), reset(twin, 'other-password')]);
    expect(both.map(({ code }) => code ?? 'ok').sort()).toEqual(['ok', 'step-missing']);
    const late = from(app);
    await verify(late, await coded('cedric'));
    servers.later(10 * minute);
    expect((await reset(late)).code).toBe('step-missing');
    expect(await signIn('cedric', password)).toBe('ok');
  });

  test('a code for sign-in sets no password, and a recovery code does not sign in', async () => {
    await aUser('clara');
    const dest = 'clara@acme.example';
    await askForCode(from(app), dest, { method: 'login' });
    const code = await mail.codeTo(dest);
    expect((await verify(from(app), { username: 'clara', dest, code })).code).toBe('code-not-sent');
    const sent = await coded('conrad');
    const tried = { type: 'login', application: 'shop', username: 'conrad@acme.example', code: sent.code };
    expect((await from(app).post('login', tried)).body.code).toBe('code-not-sent');
  });

  test('a new password ends every other recovery', async () => {
    const thief = from(app);
    await verify(thief, await coded('claude'));
    const claude = await app.signedIn('acme', 'claude', password);
    const changed = { userOwner: 'acme', userName: 'claude', oldPassword: password, newPassword: 'his-own-password' };
    expect((await claude.post('set-password', changed)).body.status).toBe('ok');
    expect((await reset(thief)).code).toBe('step-missing');
    expect(await signIn('claude', 'his-own-password')).toBe('ok');
  });

  test('a user who is forbidden during recovery gets no new password', async () => {
    const browser = from(app);
    await verify(browser, await coded('casper'));
    const { data } = (await root.get('get-user', { id: 'acme/casper' })).body;
    await root.post('update-user', { ...data, isForbidden: true }, { query: { id: 'acme/casper' } });
    expect((await reset(browser)).code).toBe('step-missing');
  });
});

test('S26 a code is void after the address of its account changes', async () => {
  const username = 'dagmar@staff';
  // These hosts are masked like the organization's own. Decoys in other tests of this file depend on its users.
  await aUser(username, { email: 'dagmar@able.example' });
  await askForCode(from(app), username, { checkUser: username, method: 'forget' });
  const code = await mail.codeTo('dagmar@able.example');
  await root.post('update-user', { email: 'dagmar@axle.example' }, { query: { id: `acme/${username}` } });
  expect((await verify(from(app), { username, dest: username, code })).code).toBe('code-wrong');
});

describe('S25 who exists', () => {
  test('missing names get contacts like real ones, the same each time', async () => {
    await aUser('dorothy', { phone: '13812345678' });
    expect((await lookUp('dorothy')).body).toMatchObject({
      data: { name: 'dorothy', email: 'd*****y@a**e.example', phone: '138****5678' },
      data2: 'username',
    });
    await aUser('forbidden', { isForbidden: true });
    await aUser('deleted', { isDeleted: true });
    for (const name of ['nobody', 'somebody', 'forbidden', 'deleted']) {
      const { body } = await lookUp(name);
      expect(body).toMatchObject({ status: 'ok', data2: 'username', data: { name } });
      expect(body.data.email).toMatch(/^[a-z]\*+[a-z]@a\*\*e\.example$/);
      expect(body.data.phone).toMatch(/^$|^138\*{4}\d{4}$/);
      expect((await lookUp(name, from(other))).body).toEqual(body);
    }
    expect((await lookUp('nobody')).body.data).not.toEqual((await lookUp('somebody')).body.data);
  });

  test('an address comes back as it was sent, whether or not a user has it', async () => {
    const answers = [];
    for (const username of ['alice@acme.example', 'nobody@acme.example', '13812345678', '13812345679'])
      answers.push(JSON.stringify((await lookUp(username)).body).replaceAll(username, 'x'));
    expect(answers[0]).toBe(answers[1]);
    expect(answers[2]).toBe(answers[3]);
  });

  test('every step of recovery answers the same for existing and missing users, and only users get mail', async () => {
    await aUser('edgar');
    await aUser('edith', { isForbidden: true });
    const before = mail.received.length;
    const seen = async (username: string) => {
      const { email: dest } = (await lookUp(username)).body.data;
      const ask = () =>
        from(app).post('send-verification-code', {
          type: 'email',
          dest,
          applicationId: 'admin/shop',
          checkUser: username,
          method: 'forget',
        });
      const client = from(app);
      const tried = () =>
        client.post('verify-code', { application: 'shop', type: 'email', username, dest, code: 'wrong' });
      const answers = [await ask(), await ask(), await tried(), await tried()];
      return answers.map((each) => ({ status: each.status, text: each.text, cookies: [...cookiesSet(each)] }));
    };
    const [someone, ...others] = [await seen('edgar'), await seen('edith'), await seen('nobody1')];
    for (const each of others) expect(each).toEqual(someone);
    await mail.mailTo('edgar@acme.example');
    expect(mail.received.slice(before).map(({ to }) => to)).toEqual([['edgar@acme.example']]);
  });

  test('a network address can look up sixty contacts', async () => {
    const client = from(app, '203.0.113.50');
    for (let asked = 0; asked < 60; asked += 1) await lookUp(`n${asked}`, client);
    expect((await lookUp('alice', from(other, '203.0.113.50'))).body.code).toBe('too-many-requests');
  });
});

describe('S29 a new address of one’s own', () => {
  const change = async (client: Client, dest: string, code: string) =>
    (await client.post('reset-email-or-phone', new URLSearchParams({ type: 'email', dest, code }))).body;

  test('is valid after the code that was sent there, and verified then', async () => {
    await aUser('fred');
    const fred = await app.signedIn('acme', 'fred', password);
    const dest = 'fred@elsewhere.example';
    expect((await change(fred, dest, '12345')).code).toBe('code-not-sent');
    expect((await askForCode(fred, dest, { method: 'reset' })).status).toBe('ok');
    const code = await mail.codeTo(dest);
    expect((await change(fred, dest, otherThan(code))).code).toBe('code-wrong');
    expect((await change(fred, 'fred@third.example', code)).code).toBe('code-not-sent');
    expect((await fred.get('get-account')).body.data).toMatchObject({
      email: 'fred@acme.example',
      emailVerified: false,
    });
    expect((await change(fred, dest, code)).status).toBe('ok');
    expect((await fred.get('get-account')).body.data).toMatchObject({ email: dest, emailVerified: true });
  });

  test('is not set by an application with any code, which could take over the account by it', async () => {
    await aUser('faye');
    const accessToken = `token-of-faye-${'x'.repeat(40)}`;
    const held = { application: 'shop', organization: 'acme', user: 'faye', expiresIn: 3600 };
    await add(root, 'token', { name: 'token-of-faye', accessToken, ...held });
    const holder = app.client({ Authorization: `Bearer ${accessToken}` });
    const dest = 'thief@elsewhere.example';
    expect((await askForCode(await app.signedIn('acme', 'faye', password), dest, { method: 'reset' })).status).toBe(
      'ok',
    );
    const code = await mail.codeTo(dest);
    expect((await change(holder, dest, code)).code).toBe('unauthorized');
    expect((await holder.get('get-account')).body.data).toMatchObject({ email: 'faye@acme.example' });
  });

  test('is not taken from another user, nor with the code of another user', async () => {
    for (const name of ['gail', 'greg']) await aUser(name);
    const gail = await app.signedIn('acme', 'gail', password);
    const greg = await app.signedIn('acme', 'greg', password);
    const dest = 'new@elsewhere.example';
    await askForCode(gail, dest, { method: 'reset' });
    const code = await mail.codeTo(dest);
    expect((await change(greg, dest, code)).code).toBe('code-wrong');
    await askForCode(gail, 'greg@acme.example', { method: 'reset' });
    const taken = await change(gail, 'greg@acme.example', await mail.codeTo('greg@acme.example'));
    expect(taken.code).toBe('not-unique');
  });

  test('follows the rule of the organization, and needs the user’s own session', async () => {
    await aUser('hans');
    const hans = await app.signedIn('acme', 'hans', password);
    const { data } = (await root.get('get-organization', { id: 'admin/acme' })).body;
    const ruled = (modifyRule: string) =>
      data.accountItems.map((item: { name: string }) => (item.name === 'Email' ? { ...item, modifyRule } : item));
    const put = (accountItems: unknown) =>
      root.post('update-organization', { accountItems }, { query: { id: 'admin/acme' } });
    for (const rule of ['Admin', 'Immutable']) {
      expect((await put(ruled(rule))).body.status).toBe('ok');
      expect((await change(hans, 'hans@elsewhere.example', '12345')).code).toBe('field-rule');
    }
    await put(data.accountItems);
    expect((await change(app.anonymous, 'x@y.example', '12345')).code).toBe('sign-in-first');
    await root.post('update-organization', { masterPassword: 'master-of-all' }, { query: { id: 'admin/acme' } });
    const posing = await app.signedIn('acme', 'hans', 'master-of-all');
    expect((await change(posing, 'x@y.example', '12345')).code).toBe('unauthorized');
  });
});
