import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { type MailServer, startMailServer } from './mail/mail-server.ts';
import { askForCode, createShop, from, portalSettings } from './world/portal-world.ts';

let mail: MailServer;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startApp({ settings: portalSettings });
  root = await app.admin();
  const signupItems = ['Username', 'Email', 'Password', 'Agreement'].map((name) => ({
    name,
    ...(name === 'Email' && { rule: 'Normal' }),
  }));
  await createShop(root, mail, { signupItems });
  await add(root, 'provider', { name: 'provider_captcha', category: 'Captcha', type: 'Default' });
  await add(root, 'application', {
    name: 'guarded',
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    enableCodeSignin: true,
    providers: [{ name: 'provider_mail' }, { name: 'provider_captcha' }],
  });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

const post = async (path: string, body?: unknown, client = from(app)) => (await client.post(path, body)).body;

describe('S27 no skipped step', () => {
  const form = (name: string, more = {}) => ({
    application: 'shop',
    username: name,
    password: 'a-good-password',
    email: `${name}@post.example`,
    agreement: true,
    ...more,
  });

  test('nobody signs up without the code of their address, the agreement, or a form', async () => {
    await askForCode(from(app), 'ida@post.example', { method: 'signup' });
    const emailCode = await mail.codeTo('ida@post.example');
    expect(await post('signup', form('ida'))).toMatchObject({ code: 'code-missing', fields: [{ field: 'emailCode' }] });
    expect((await post('signup', form('ida', { emailCode, email: 'eve@post.example' }))).code).toBe('code-not-sent');
    expect((await post('signup', form('ida', { emailCode, agreement: false }))).code).toBe('agreement-missing');
    for (const body of [{}, [], 'text', null]) expect((await post('signup', body)).status).toBe('error');
    expect(await app.db('users').where({ owner: 'acme', name: 'ida' })).toEqual([]);
    expect(await post('signup', form('ida', { emailCode }))).toMatchObject({ data: 'acme/ida' });
    expect((await post('signup', form('ingrid', { emailCode, email: 'ida@post.example' }))).code).toBe('code-not-sent');
  });

  test('recovery steps in another order, twice or empty set no password', async () => {
    await add(root, 'user', { owner: 'acme', name: 'jens', password, email: 'jens@acme.example' });
    const browser = from(app);
    const about = { application: 'shop', username: 'jens', type: 'email', dest: 'j**s@a**e.example' };
    expect((await post('reset-password', { newPassword: 'taken-over' }, browser)).code).toBe('step-missing');
    expect((await post('verify-code', { ...about, code: '' }, browser)).code).toBe('code-missing');
    for (const path of ['verify-code', 'reset-password']) {
      for (const body of [{}, [], null]) expect((await post(path, body, browser)).status).toBe('error');
    }
    await askForCode(from(app), about.dest, { method: 'forget', checkUser: 'jens' });
    const code = await mail.codeTo('jens@acme.example');
    expect((await post('verify-code', { ...about, code }, browser)).status).toBe('ok');
    expect((await post('verify-code', { ...about, code }, from(app))).status).toBe('error');
    expect((await post('reset-password', { newPassword: 'his-own-choice' }, browser)).status).toBe('ok');
    expect((await post('reset-password', { newPassword: 'taken-over' }, browser)).code).toBe('step-missing');
    await app.signedIn('acme', 'jens', 'his-own-choice');
  });
});

test('S29 a user cannot write another email or phone into their account, and keeps the proved one', async () => {
  await add(root, 'user', { owner: 'acme', name: 'kim', password, email: 'kim@acme.example', phone: '13812345678' });
  const kim = await app.signedIn('acme', 'kim', password);
  const { data } = (await kim.get('get-account')).body;
  const proofs = { emailVerified: true, phoneVerified: true };
  for (const change of [{ email: 'eve@post.example' }, { phone: '13812345679' }, proofs]) {
    const { body } = await kim.post('update-user', { ...data, ...change }, { query: { id: 'acme/kim' } });
    if (change !== proofs) expect(body.code).toBe('field-rule');
    expect(await app.store('user').find(app.db, 'acme', 'kim')).toMatchObject({
      email: 'kim@acme.example',
      phone: '13812345678',
      ...{ emailVerified: false, phoneVerified: false },
    });
  }
});

describe('S51 codes', () => {
  test('go out only after the captcha of the application, and each captcha is for one code', async () => {
    const before = mail.received.length;
    const wanted = { applicationId: 'admin/guarded', method: 'signup' };
    const { data } = (await from(app).get('get-captcha', { applicationId: 'admin/guarded' })).body;
    for (const proof of [
      {},
      { checkType: 'none' },
      { checkType: 'none', checkId: '', checkKey: 'x' },
      { checkType: 'Default', checkId: data.captchaId, checkKey: '' },
      { checkType: 'Default', checkId: data.captchaId, checkKey: 'wrong' },
      { checkType: 'reCAPTCHA', checkId: data.captchaId, checkKey: 'token' },
    ])
      expect((await askForCode(from(app), 'new@post.example', { ...wanted, ...proof })).code).toBe('captcha-failed');
    expect(mail.received.length).toBe(before);
  });

  test.each([
    'x@post.example\r\nBcc: eve@post.example',
    'x@post.example\nBcc: eve@post.example',
    'x@post.example, eve@post.example',
    'x <eve@post.example>',
    '"x y"@post.example',
    'x\u200b@post.example',
  ])('never go to %j', async (dest) => {
    const before = mail.received.length;
    for (const method of ['signup', 'login'])
      expect((await askForCode(from(app), dest, { method })).code).toBe('email-invalid');
    expect(mail.received.length).toBe(before);
  });
});
