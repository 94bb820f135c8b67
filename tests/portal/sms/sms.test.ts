import { randomUUID } from 'node:crypto';
import { deleteExpiredCodes } from '@doorwright/api/signin/codes/expired.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { askForCode, from, portalSettings } from '../world/portal-world.ts';
import { startSmsService } from './sms-service.ts';

let time = Date.parse('2026-11-21T12:00:00Z');
let service: Awaited<ReturnType<typeof startSmsService>>;
let app: TestApp;
let root: Client;
const phone = '13812345678';
beforeAll(async () => {
  service = await startSmsService('the access key', 'the secret (key)');
  app = await startApp({ now: () => new Date(time), settings: portalSettings });
  root = await app.admin();
  const aliyun = { category: 'SMS', type: 'Aliyun SMS', clientId: 'the access key', endpoint: service.url };
  const words = { signName: 'Acme 签名', templateCode: 'SMS_1' };
  await add(root, 'provider', { name: 'provider_sms', ...aliyun, ...words, clientSecret: 'the secret (key)' });
  await add(root, 'provider', { name: 'provider_wrong', ...aliyun, ...words, clientSecret: 'another' });
  await add(root, 'provider', {
    name: 'provider_other',
    category: 'SMS',
    type: 'Huawei Cloud SMS',
    clientId: 'a',
    clientSecret: 'b',
  });
  await add(root, 'organization', { name: 'acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', password, phone });
  for (const [name, provider] of [
    ['shop', 'provider_sms'],
    ['broken', 'provider_wrong'],
    ['foreign', 'provider_other'],
  ])
    await add(root, 'application', {
      name,
      organization: 'acme',
      cert: 'cert-built-in',
      enableSignUp: true,
      enableCodeSignin: true,
      providers: [{ name: provider }],
      signupItems: [
        { name: 'ID', visible: false, required: true, rule: 'Random' },
        { name: 'Username' },
        { name: 'Password' },
        { name: 'Phone' },
      ],
    });
});
afterAll(async () => {
  await app.stop();
  service.stop();
});

const ask = (dest: string, more: Record<string, string>) => askForCode(from(app), dest, { type: 'phone', ...more });
async function codeTo(number: string): Promise<string> {
  const found = () => service.sent.findLast(({ PhoneNumbers }) => PhoneNumbers === `86${number}`);
  await expect.poll(found).toBeTruthy();
  return JSON.parse(found()?.TemplateParam ?? '{}').code;
}

const stored = (name: string) => app.store('user').find(app.db, 'acme', name);

test('a code by text message works for sign-in and for sign-up, and verifies the number (35.29)', async () => {
  expect(await stored('alice')).toMatchObject({ phone, phoneVerified: false });
  expect((await ask(phone, { method: 'login' })).status).toBe('ok');
  const login = { type: 'login', application: 'shop', username: phone, code: await codeTo(phone) };
  expect((await from(app).post('login', login)).body.data).toBe('acme/alice');
  expect(await stored('alice')).toMatchObject({ phone, phoneVerified: true });
  expect(service.sent.at(-1)).toMatchObject({ SignName: 'Acme 签名', TemplateCode: 'SMS_1' });

  const fresh = '13912345678';
  expect((await ask(fresh, { method: 'signup' })).status).toBe('ok');
  const form = { application: 'shop', username: 'bob', password, phone: fresh };
  const noCode = await from(app).post('signup', form);
  expect(noCode.body.code).toBe('code-missing');
  const signup = await from(app).post('signup', { ...form, phoneCode: await codeTo(fresh) });
  expect(signup.body).toMatchObject({ status: 'ok', data: 'acme/bob' });
  expect(await stored('bob')).toMatchObject({ phone: fresh, phoneVerified: true, email: '' });
});

test('35.29 a number that an application asked for after sign-in is verified', async () => {
  const signupItems = [
    ...['Username', 'Password'].map((name) => ({ name })),
    { name: 'Phone', visible: false, required: false, prompted: true },
  ];
  const providers = [{ name: 'provider_sms' }];
  await add(root, 'application', {
    name: 'asking',
    organization: 'acme',
    cert: 'cert-built-in',
    providers,
    signupItems,
  });
  await add(root, 'user', { owner: 'acme', name: 'paul', password });
  const paul = await app.signedIn('acme', 'paul', password);
  const number = '13912345679';
  const way = { type: 'phone', method: 'reset', applicationId: 'admin/asking' };
  expect((await askForCode(paul, number, way)).status).toBe('ok');
  const answer = { application: 'asking', item: 'Phone', phone: number, phoneCode: await codeTo(number) };
  expect((await paul.post('answer-prompt', answer)).body.status).toBe('ok');
  expect(await stored('paul')).toMatchObject({ phone: number, phoneVerified: true });
});

test('a forgotten password is recovered by phone, masked', async () => {
  time += 60_000;
  const { data } = (await from(app).post('get-email-and-phone', { application: 'shop', username: 'alice' })).body;
  expect(data.phone).toBe('138****5678');
  const before = service.sent.length;
  expect((await ask(data.phone, { method: 'forget', checkUser: 'alice' })).status).toBe('ok');
  await expect.poll(() => service.sent.length).toBe(before + 1);
  const browser = from(app);
  const sent = { application: 'shop', type: 'phone', username: 'alice', dest: data.phone, code: await codeTo(phone) };
  expect((await browser.post('verify-code', sent)).body.status).toBe('ok');
  expect((await browser.post('reset-password', { newPassword: 'a-new-password' })).body.status).toBe('ok');
});

test.each([
  ['13300000001', { phone: '13300000002' }],
  // The application has no mail provider, so no mail is sent.
  ['wei@staff', { phone: '13300000003' }],
])('a user with the name %s, which reads as an address, gets the code at their phone', async (username, contact) => {
  const owner = `org${randomUUID()}`;
  await add(root, 'organization', { name: owner });
  await add(root, 'user', { owner, name: username, password, ...contact });
  await add(root, 'provider', { name: owner, category: 'Email', type: 'Default', host: '127.0.0.1', port: 1 });
  const providers = [{ name: 'provider_sms' }, { name: owner }];
  await add(root, 'application', { name: owner, organization: owner, cert: 'cert-built-in', providers });
  const type = username.includes('@') ? 'email' : 'phone';
  const way = { type, checkUser: username, method: 'forget', applicationId: `admin/${owner}` };
  expect((await askForCode(from(app), username, way)).status).toBe('ok');
  const code = await codeTo(contact.phone);
  const proof = { application: owner, type, username, dest: username, code };
  expect((await from(app).post('verify-code', proof)).body.status).toBe('ok');
});

test('a refusal of the service names the provider, without its secret', async () => {
  const answer = await ask('13712345678', { method: 'signup', applicationId: 'admin/broken' });
  expect(answer).toMatchObject({ code: 'sms-failed', msg: 'The text message could not be sent: provider_wrong' });
  expect(app.logged.join('\n')).not.toContain('another');
});

test('an incomplete provider is reported, and no code is made', async () => {
  const answer = await ask('13612345678', { method: 'signup', applicationId: 'admin/foreign' });
  expect(answer).toMatchObject({ code: 'missing-parameter', msg: expect.stringContaining('appId') });
});

test('codes are deleted an hour after they expire', async () => {
  expect((await ask('13512345678', { method: 'signup' })).status).toBe('ok');
  expect(await app.db('verification_codes')).not.toEqual([]);
  await deleteExpiredCodes(app.db, new Date(time));
  expect(await app.db('verification_codes')).not.toEqual([]);
  await deleteExpiredCodes(app.db, new Date(time + 71 * 60_000));
  expect(await app.db('verification_codes')).toEqual([]);
});
