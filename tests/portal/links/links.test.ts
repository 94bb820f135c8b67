import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import type { MailServer } from '../mail/mail-server.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';
import { linkTo } from './link-letters.ts';

const minute = 60_000;

let servers: ShopServers;
let app: TestApp;
let other: TestApp;
let root: Client;
let mail: MailServer;
beforeAll(async () => {
  servers = await startShopServers({ enableLinkSignin: true, displayName: 'Shop' });
  ({ app, other, root, mail } = servers);
  const more = { organization: 'acme', cert: 'cert-built-in', providers: [{ name: 'provider_mail' }] };
  await add(root, 'application', { ...more, name: 'market', enableLinkSignin: true });
  await add(root, 'application', { ...more, name: 'codes-only', enableCodeSignin: true });
  await add(root, 'application', { name: 'silent', organization: 'acme', enableLinkSignin: true });
  await add(root, 'application', {
    ...{ ...more, name: 'guarded', enableLinkSignin: true },
    providers: [{ name: 'provider_mail' }, { name: 'provider_captcha_default' }],
  });
});
afterAll(() => servers?.stop());

async function aUser(more: Record<string, unknown> = {}): Promise<{ name: string; email: string }> {
  const name = `user-${randomUUID().slice(0, 8)}`;
  const email = `${name}@acme.example`;
  await add(root, 'user', { owner: 'acme', name, password, email, ...more });
  return { name, email };
}

const at = { type: 'login', application: 'shop' };

const ask = async (browser: Client, email: string, more: Record<string, unknown> = {}, query = {}) =>
  (await browser.post('send-sign-in-link', { ...at, email, ...more }, { query })).body;

const open = async (browser: Client, link: string, more: Record<string, unknown> = {}, query = {}) =>
  (await browser.post('login', { ...at, link, ...more }, { query })).body;

const read = async (browser: Client, ticket: string) => (await browser.post('read-sign-in-link', { ticket })).body;

/** A tab of the same browser, at a replica. */
function sameBrowser(browser: Client, server: TestApp): Client {
  const tab = from(server);
  carryCookies(browser, tab);
  return tab;
}

/** A user who got a link in a browser. */
async function invited(more: Record<string, unknown> = {}) {
  const user = await aUser();
  const browser = from(app);
  expect(await ask(browser, user.email, more)).toMatchObject({ status: 'ok' });
  const { ticket, address } = await linkTo(mail, user.email);
  return { ...user, browser, ticket, address };
}

describe('a link by email', () => {
  test('signs in on every replica, in the browser that requested it, and proves the email', async () => {
    const { name, browser, ticket, address } = await invited({
      page: '/login/acme',
      target: '/account',
      autoSignin: true,
    });
    expect(address).toBe(`${app.url}/link/shop#${ticket}`);
    const { data } = await read(browser, ticket);
    expect(data).toEqual({
      ...{ application: 'shop', organization: 'acme', page: '/login/acme', target: '/account', autoSignin: true },
    });
    const there = sameBrowser(browser, other);
    expect(await open(there, ticket)).toMatchObject({ status: 'ok', data: `acme/${name}` });
    expect((await there.get('get-account')).body.data).toMatchObject({ name, emailVerified: true });
    const record = await app.db('records').where({ action: 'login', user: name }).first();
    expect(record).toMatchObject({ owner: 'acme', outcome: 'ok', reason: 'link' });
    const [session] = await app.db('sessions').where({ owner: 'acme', user: name });
    expect(session.amr).toEqual(['otp']);
  });

  test('comes in the language of the request, once a minute for an address', async () => {
    const { email } = await aUser();
    const browser = app.client({ 'X-Forwarded-For': '198.51.98.1', 'Accept-Language': 'de' });
    expect(await ask(browser, email)).toMatchObject({ status: 'ok' });
    expect((await mail.mailTo(email)).text).toContain('Subject: Anmeldelink');
    expect(await ask(from(other), email)).toMatchObject({ code: 'code-too-soon' });
    // A code counts too: there is one for an address.
    expect(await askForCode(from(app), email, { method: 'login' })).toMatchObject({ code: 'code-too-soon' });
  });

  test('is in the words of the provider’s template', async () => {
    const name = `mail-${randomUUID().slice(0, 8)}`;
    const { data } = (await root.get('get-provider', { id: 'admin/provider_mail' })).body;
    const template = { letter: 'link', language: 'en', title: 'Enter {{application}}', content: '<p>Hi {{link}}</p>' };
    const copy = { ...data, name, clientSecret: 'password of the mail server', mailTemplates: [template] };
    await add(root, 'provider', copy);
    await add(root, 'application', { name, organization: 'acme', enableLinkSignin: true, providers: [{ name }] });
    const { email } = await aUser();
    expect(await ask(from(app), email, { application: name })).toMatchObject({ status: 'ok' });
    await linkTo(mail, email);
    expect((await mail.mailTo(email)).text).toContain(`Subject: Enter ${name}`);
  });

  test('is refused with the missing part', async () => {
    const { email } = await aUser();
    const codeOf = async (more: Record<string, unknown>) => (await ask(from(app), email, more)).code;
    expect(await codeOf({ application: 'codes-only' })).toBe('unknown-login-type');
    expect(await codeOf({ application: 'nowhere' })).toBe('not-found');
    expect(await codeOf({ application: 'silent' })).toBe('email-provider-missing');
    expect(await codeOf({ application: 'guarded' })).toBe('captcha-failed');
    expect(await codeOf({ email: 'no address' })).toBe('email-invalid');
    expect(await codeOf({ page: 'https://evil.example/' })).toBe('invalid');
    expect(await codeOf({ target: '//evil.example/' })).toBe('invalid');
    expect(await codeOf({ type: 'code' })).toBe('client-unknown');
  });
});

describe('S26 a link', () => {
  test('works once, even for two requests at the same time', async () => {
    const { browser, ticket } = await invited();
    const both = await Promise.all([app, other].map((server) => open(sameBrowser(browser, server), ticket)));
    expect(both.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['link-void', 'ok']);
    expect(await open(browser, ticket)).toMatchObject({ code: 'link-void' });
    expect(await read(browser, ticket)).toMatchObject({ code: 'link-void' });
  });

  test('works in no other browser, which does not use it up', async () => {
    const { browser, ticket, name } = await invited();
    const stranger = from(app);
    // A browser with a mark of its own.
    await ask(stranger, (await aUser()).email);
    for (const client of [from(app), stranger]) {
      expect(await read(client, ticket)).toMatchObject({ code: 'link-elsewhere' });
      expect(await open(client, ticket)).toMatchObject({ code: 'link-elsewhere' });
      expect((await client.get('get-account')).body.status).toBe('error');
    }
    expect(await open(browser, ticket)).toMatchObject({ data: `acme/${name}` });
  });

  test('works for its application and its request only', async () => {
    const { browser, ticket, email, name } = await invited();
    expect(await open(browser, ticket, { application: 'market' })).toMatchObject({ code: 'link-void' });
    expect(await open(browser, ticket)).toMatchObject({ status: 'ok' });
    const redirectUris = ['https://app.example/callback'];
    const query = { id: 'admin/market' };
    await root.post('update-application', { redirectUris, grantTypes: ['authorization_code'] }, { query });
    const { clientId } = (await root.get('get-application', query)).body.data;
    const request = { clientId, responseType: 'code', redirectUri: redirectUris[0], scope: 'openid', state: 'mine' };
    servers.later(minute);
    const visitor = from(app);
    const of = { type: 'code', application: 'market' };
    expect(await ask(visitor, email, of, request)).toMatchObject({ status: 'ok' });
    const later = await linkTo(mail, email, [ticket]);
    for (const changed of [{ state: 'yours' }, { scope: 'openid email' }])
      expect(await open(visitor, later.ticket, of, { ...request, ...changed })).toMatchObject({ code: 'link-void' });
    expect(await open(visitor, later.ticket, { application: 'market' })).toMatchObject({ code: 'link-void' });
    // The clock of the protocol does not move, so the session is too old for it. The journey in a browser shows the code.
    expect(await open(visitor, later.ticket, of, request)).not.toMatchObject({ code: 'link-void' });
    const proofs = await app.db('records').where({ action: 'login', user: name, outcome: 'ok', reason: 'link' });
    expect(proofs).toHaveLength(2);
  });

  test('of another organization is void, and the record there names no user of it', async () => {
    const { browser, ticket, name } = await invited();
    await add(root, 'organization', { name: 'rival', displayName: 'Rival' });
    await add(root, 'application', {
      name: 'stall',
      organization: 'rival',
      cert: 'cert-built-in',
      enableLinkSignin: true,
    });
    expect(await open(browser, ticket, { application: 'stall' })).toMatchObject({ code: 'link-void' });
    const record = await app.db('records').where({ action: 'login', owner: 'rival' }).first();
    expect(record).toMatchObject({ outcome: 'refused', reason: 'link-void', object: '', user: '' });
    expect(await open(browser, ticket)).toMatchObject({ data: `acme/${name}` });
  });

  test('ends after ten minutes, and with a newer one', async () => {
    const { browser, ticket, email } = await invited();
    servers.later(minute);
    expect(await ask(browser, email)).toMatchObject({ status: 'ok' });
    const newer = await linkTo(mail, email, [ticket]);
    expect(await open(browser, ticket)).toMatchObject({ code: 'link-void' });
    servers.later(10 * minute);
    expect(await open(browser, newer.ticket)).toMatchObject({ code: 'link-void' });
  });

  test('ends with a change of the email, of the application and of the user', async () => {
    const moved = await invited();
    await app.db('users').where({ owner: 'acme', name: moved.name }).update({ email: 'elsewhere@acme.example' });
    expect(await open(moved.browser, moved.ticket)).toMatchObject({ code: 'link-void' });
    const blocked = await invited();
    const query = { id: `acme/${blocked.name}`, columns: 'isForbidden' };
    await root.post('update-user', { isForbidden: true }, { query });
    expect(await open(blocked.browser, blocked.ticket)).toMatchObject({ code: 'user-forbidden' });
    const closed = await invited({ application: 'market' });
    const turn = (enableLinkSignin: boolean) =>
      root.post('update-application', { enableLinkSignin }, { query: { id: 'admin/market' } });
    await turn(false);
    expect(await open(closed.browser, closed.ticket, { application: 'market' })).toMatchObject({
      code: 'unknown-login-type',
    });
    await turn(true);
  });

  test('is no code, and a code is no link', async () => {
    const { browser, ticket, email } = await invited();
    const [id = '', secret = ''] = ticket.split('.');
    for (const code of [secret, secret.slice(0, 20)])
      expect((await browser.post('login', { ...at, username: email, code })).body.status).toBe('error');
    const { email: coded } = await aUser();
    await askForCode(browser, coded, { method: 'login' });
    const code = await mail.codeTo(coded);
    for (const wrong of [
      code,
      `${id}.${code}`,
      `${id}.${secret.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    ])
      expect(await open(browser, wrong)).toMatchObject({ code: 'link-void' });
    expect(await open(browser, ticket)).toMatchObject({ status: 'ok' });
  });

  test('is neither in the database nor in the log', async () => {
    const { browser, ticket, email } = await invited();
    await open(from(app), ticket);
    await open(browser, ticket);
    const [, secret = ''] = ticket.split('.');
    const row = await app.db('verification_codes').where({ destination: email }).first();
    const records = await app.db('records').select();
    expect(JSON.stringify([row, records])).not.toContain(secret);
    expect(app.logged.join('\n')).not.toContain(secret);
  });
});

describe('S25 a request for a link', () => {
  test('gets the same answer for an address that nobody has, and no letter is sent', async () => {
    const { email } = await aUser();
    const nobody = `nobody-${randomUUID()}@acme.example`;
    const answers = await Promise.all([email, nobody].map((each) => ask(from(app), each)));
    expect(answers[1]).toEqual(answers[0]);
    const again = await Promise.all([email, nobody].map((each) => ask(from(app), each)));
    expect(again.map(({ code }) => code)).toEqual(['code-too-soon', 'code-too-soon']);
    await linkTo(mail, email);
    expect(mail.received.filter(({ to }) => to.includes(nobody))).toEqual([]);
  });
});

describe('S23 requests for links', () => {
  test('count together with those for codes: five in a quarter of an hour for an address', async () => {
    const { email } = await aUser();
    for (let sent = 0; sent < 5; sent += 1) {
      const answer = sent % 2 ? await askForCode(from(app), email, { method: 'login' }) : await ask(from(app), email);
      expect(answer.status).toBe('ok');
      if (sent < 4) servers.later(minute);
    }
    expect(await ask(from(other), email)).toMatchObject({ code: 'too-many-requests' });
  });

  test('stop at thirty for a network address', async () => {
    const office = from(app, '198.51.97.1');
    for (let sent = 0; sent < 30; sent += 1)
      expect(await ask(office, `${randomUUID()}@acme.example`)).toMatchObject({ status: 'ok' });
    expect(await ask(office, `${randomUUID()}@acme.example`)).toMatchObject({ code: 'too-many-requests' });
  });

  test('S24 a stranger’s wrong codes lock out no link', async () => {
    const { browser, ticket, email, name } = await invited();
    for (let guess = 0; guess < 12; guess += 1)
      await from(app).post('login', { ...at, username: email, code: otherThan('123456') });
    expect(await open(browser, ticket)).toMatchObject({ data: `acme/${name}` });
  });
});

describe('S28 a second factor', () => {
  test('is asked for after a link, and a code by email adds nothing to it', async () => {
    const { browser, ticket, name } = await invited();
    const user = { owner: 'acme', name };
    await app
      .db('users')
      .where(user)
      .update({ second_factors: JSON.stringify(['totp', 'email']) });
    const query = { id: 'admin/acme', columns: 'secondFactor,weakSecondFactors' };
    const rules = (secondFactor: string) =>
      root.post('update-organization', { secondFactor, weakSecondFactors: ['email'] }, { query });
    await rules('everyone');
    const asked = await open(browser, ticket);
    expect(asked).toMatchObject({ code: 'factor-required', data: { factors: ['totp'] } });
    expect((await browser.get('get-account')).body.status).toBe('error');
    await rules('optional');
  });
});
