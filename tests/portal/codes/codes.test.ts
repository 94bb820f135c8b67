import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { digitsHeard } from '../../harness/beeps.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider } from '../mail/mail-server.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';
import { type CodeUsers, codeUsers, login } from './code-users.ts';

const minute = 60_000;

let mail: MailServer;
let app: TestApp;
let other: TestApp;
let root: Client;
let servers: ShopServers;
let aUser: CodeUsers['aUser'];
let invited: CodeUsers['invited'];
let signIn: CodeUsers['signIn'];
let outcome: CodeUsers['outcome'];
beforeAll(async () => {
  servers = await startShopServers();
  ({ mail, app, other, root } = servers);
  ({ aUser, invited, signIn, outcome } = codeUsers(servers));
  const shop = { organization: 'acme', cert: 'cert-built-in', enableCodeSignin: true };
  await add(root, 'application', { ...shop, name: 'market', providers: [{ name: 'provider_mail' }] });
  await add(root, 'application', { ...shop, name: 'silent' });
  await add(root, 'application', {
    ...shop,
    name: 'guarded',
    providers: [{ name: 'provider_mail' }, { name: 'provider_captcha_default' }],
  });
});
afterAll(() => servers?.stop());

const turnCodes = (enableCodeSignin: boolean) => {
  const query = { id: 'admin/shop', columns: 'enableCodeSignin' };
  return root.post('update-application', { enableCodeSignin }, { query });
};

describe('a code by email', () => {
  test("uses the provider's text, comes from the organization, and signs in on another server", async () => {
    const { email, code } = await invited('bob');
    const { text } = await mail.mailTo(email);
    expect(text).toContain('Subject: Your code');
    expect(text).toContain('From: Acme <');
    expect(text).toContain(`Your code is ${code}. It works for 5 minutes.`);
    const browser = from(other);
    expect((await signIn(email, code, 'shop', browser)).body).toMatchObject({ status: 'ok', data: 'acme/bob' });
    expect((await browser.get('get-account')).body.data).toMatchObject({ name: 'bob', emailVerified: true });
    const record = await app.db('records').where({ action: 'login', user: 'bob' }).first();
    expect(record).toMatchObject({ owner: 'acme', outcome: 'ok', reason: 'code' });
  });

  test('uses the language of the request, where the provider has no text', async () => {
    const name = `wordless-${randomUUID().slice(0, 8)}`;
    await add(root, 'provider', { ...mailProvider(name, mail), title: '', content: '' });
    await add(root, 'application', { name, organization: 'acme', enableCodeSignin: true, providers: [{ name }] });
    const email = await aUser(name);
    const client = app.client({ 'X-Forwarded-For': '198.51.99.1', 'Accept-Language': 'de-AT, en;q=0.5' });
    expect((await askForCode(client, email, { ...login, applicationId: `admin/${name}` })).status).toBe('ok');
    const { text } = await mail.mailTo(email);
    expect(text).toContain('Subject: =?UTF-8?Q?Best=C3=A4tigungscode?=');
    expect(text).toMatch(/Ihr Best=C3=A4tigungscode lautet \d{6}\. Er gilt 10 Minuten\./);
  });

  test('signs in only where the application allows it', async () => {
    const { email, code } = await invited('bella');
    await turnCodes(false);
    expect(await outcome(email, code)).toBe('unknown-login-type');
    await turnCodes(true);
    expect(await outcome(email, code)).toBe('ok');
  });

  test.each([
    ['ulla', 'xn--mnchen-3ya.example'],
    ['ulrich', 'münchen.example'],
  ])('reaches an address with international letters, in every form of its host: %s@%s', async (name, host) => {
    await aUser(name, { email: `${name}@${host}` });
    const [plain, written] = [`${name}@xn--mnchen-3ya.example`, `${name}@München.example`];
    expect((await askForCode(from(app), written, login)).status).toBe('ok');
    expect((await askForCode(from(app), plain, login)).code).toBe('code-too-soon');
    expect(await outcome(plain, await mail.codeTo(`${name}@münchen.example`))).toBe('ok');
    for (const username of [plain, written])
      expect(
        (await from(app).post('login', { type: 'login', application: 'shop', username, password })).body,
      ).toMatchObject({ status: 'ok', data: `acme/${name}` });
  });

  test('goes to the stored address, in whatever capitals it is requested and used', async () => {
    const email = await aUser(`Brigitte-${randomUUID()}`);
    expect((await askForCode(from(app), email.toLowerCase(), login)).status).toBe('ok');
    const code = await mail.codeTo(email);
    expect(mail.received.filter(({ to }) => to.includes(email.toLowerCase()))).toEqual([]);
    expect((await askForCode(from(app), email, login)).code).toBe('code-too-soon');
    expect(await outcome(email.toUpperCase(), otherThan(code))).toBe('code-wrong');
    expect(await outcome(email.toUpperCase(), code)).toBe('ok');
  });

  test('is refused with the missing part', async () => {
    const ask = (fields: Record<string, string>) => askForCode(from(app), 'x@acme.example', fields);
    expect((await ask({ applicationId: 'shop' })).code).toBe('bad-id');
    expect((await ask({ applicationId: 'admin/nowhere' })).code).toBe('not-found');
    expect((await ask({ type: 'pigeon' })).code).toBe('invalid');
    expect((await ask({ dest: 'no address' })).code).toBe('email-invalid');
    expect((await ask({ type: 'phone', dest: '123' })).code).toBe('phone-invalid');
    expect((await ask({ applicationId: 'admin/silent' })).msg).toBe('Please set an Email provider first');
    expect((await ask({ type: 'phone', dest: '13812345678' })).msg).toBe('Please set a SMS provider first');
    expect((await ask({ method: 'reset' })).code).toBe('sign-in-first');
    expect((await ask({ method: 'signup', applicationId: 'admin/market' })).code).toBe('signup-closed');
  });

  test('requires a captcha only where the application has one', async () => {
    const client = from(app);
    const email = await aUser('bess');
    const guarded = { ...login, applicationId: 'admin/guarded' };
    expect((await askForCode(client, email, guarded)).code).toBe('captcha-failed');
    expect((await askForCode(client, email, { ...guarded, checkType: 'none', checkKey: 'x' })).code).toBe(
      'captcha-failed',
    );
    const { data } = (await client.get('get-captcha', { applicationId: 'admin/guarded', form: 'sound' })).body;
    const checkKey = digitsHeard(data.captchaSound);
    const solved = { ...guarded, checkType: 'Default', checkId: String(data.captchaId), checkKey };
    expect((await askForCode(client, email, { ...solved, applicationId: 'admin/shop' })).status).toBe('ok');
    servers.later(minute);
    expect((await askForCode(client, email, solved)).status).toBe('ok');
    servers.later(minute);
    expect((await askForCode(client, email, solved)).code).toBe('captcha-failed');
  });

  test('that the mail server refused is reported at sign-up, and can be requested again at once', async () => {
    await app.db('providers').where({ name: 'provider_mail' }).update({ port: 1 });
    const answer = await askForCode(from(app), 'new@acme.example', { method: 'signup' });
    expect(answer).toMatchObject({ code: 'mail-failed', msg: expect.stringContaining('provider_mail') });
    await app.db('providers').where({ name: 'provider_mail' }).update({ port: mail.port });
    expect((await askForCode(from(app), 'new@acme.example', { method: 'signup' })).status).toBe('ok');
  });
});

describe('S26 one-time codes', () => {
  test('work once, even for two requests at the same time', async () => {
    const { email, code } = await invited('carl');
    const both = await Promise.all([from(app), from(other)].map((client) => outcome(email, code, 'shop', client)));
    expect(both.filter((each) => each === 'ok')).toHaveLength(1);
    expect(await outcome(email, code)).not.toBe('ok');
  });

  test('are valid only for their application, purpose, user and destination', async () => {
    const { email, code } = await invited('cora');
    const stranger = await aUser('cato');
    expect(await outcome(email, code, 'market')).toBe('code-wrong');
    expect(await outcome(stranger, code)).toBe('code-not-sent');
    const reset = new URLSearchParams({ type: 'email', dest: email, code });
    const cato = await app.signedIn('acme', 'cato', password);
    expect((await cato.post('reset-email-or-phone', reset)).body.code).toBe('code-wrong');
    expect(await outcome(email, code)).toBe('ok');
  });

  test('expire after ten minutes', async () => {
    const { email, code } = await invited('cleo');
    servers.later(10 * minute);
    const { body } = await signIn(email, code);
    expect(body).toMatchObject({ code: 'code-late', msg: 'You should verify your code in 10 min!' });
  });

  test('are void after a newer code, which can be requested after 60 seconds on any server', async () => {
    const { email, code } = await invited('cyra');
    expect(await askForCode(from(other), email, login)).toMatchObject({
      code: 'code-too-soon',
      msg: 'You can only send one code in 60s.',
    });
    servers.later(minute);
    const before = mail.received.length;
    expect((await askForCode(from(other), email, login)).status).toBe('ok');
    await expect.poll(() => mail.received.length).toBe(before + 1);
    const newer = await mail.codeTo(email);
    if (newer !== code) expect(await outcome(email, code)).toBe('code-wrong');
    expect(await outcome(email, newer)).toBe('ok');
  });

  test('requested many times at once are sent once', async () => {
    const email = await aUser('cyan');
    const asked = await Promise.all(
      Array.from({ length: 6 }, (_, index) => askForCode(from(index % 2 ? app : other), email, login)),
    );
    expect(asked.filter(({ status }) => status === 'ok')).toHaveLength(1);
  });

  test('never appear in the database, the records or the logs', async () => {
    const { email, code } = await invited('carmen');
    const wrong = otherThan(code);
    await signIn(email, wrong);
    await signIn(email, code);
    const row = await app.db('verification_codes').where({ destination: email }).first();
    const written = JSON.stringify([row.digest, row.id, await app.db('records').select('request_uri', 'reason')]);
    expect(written).not.toContain(`"${code}"`);
    expect(app.logged.join('\n')).not.toContain(code);
    expect(app.logged.join('\n')).not.toContain(wrong);
  });

  test('requested before the clock was set back do not block another', async () => {
    const email = await aUser('clive');
    servers.later(60 * minute);
    expect((await askForCode(from(app), email, login)).status).toBe('ok');
    servers.later(-60 * minute);
    expect((await askForCode(from(other), email, login)).status).toBe('ok');
    expect((await askForCode(from(app), email, login)).code).toBe('code-too-soon');
  });
});
