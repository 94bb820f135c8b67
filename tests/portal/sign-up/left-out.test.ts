import { defaultSignupItems } from '@doorwright/crds/options/signup-items.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { item } from '../world/pages-world.ts';
import { from } from '../world/portal-world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  await add(root, 'organization', { name: 'acme' });
});
afterAll(() => app?.stop());

const settings = { organization: 'acme', cert: 'cert-built-in', enableSignUp: true };
const mailServer = { category: 'Email', type: 'Default', host: 'mail.example.com', clientId: 'noreply@acme.example' };
const secret = { password: 'a-good-password', confirm: 'a-good-password' };
const form = (application: string, username: string, more: object = {}) => ({
  ...{ application, organization: 'acme', username, name: 'Somebody New', ...secret, agreement: true },
  ...more,
});
const signUp = async (fields: object) => (await from(app).post('signup', fields)).body;
const codesOf = async (name: string) =>
  (await app.anonymous.get('get-application', { id: `admin/${name}` })).body.data.signupCodes;
const stored = (name: string) => app.store('user').find(app.db, 'acme', name);

describe('a sign-up item whose code nobody can send', () => {
  test('is left out, so people sign up at a new application as it comes', async () => {
    await add(root, 'application', { name: 'fresh', ...settings, signupItems: defaultSignupItems });
    expect(await codesOf('fresh')).toEqual([]);
    expect(await signUp(form('fresh', 'ada'))).toMatchObject({ status: 'ok', data: 'acme/ada' });
    expect(await stored('ada')).toMatchObject({ displayName: 'Somebody New', email: '', phone: '' });
  });

  test('S29 stores no address that nobody has proved', async () => {
    const address = { email: 'ada@example.com', emailCode: '000000', phone: '13800000000', phoneCode: '000000' };
    expect((await signUp(form('fresh', 'bea', address))).status).toBe('ok');
    expect(await stored('bea')).toMatchObject({ email: '', emailVerified: false, phone: '', phoneVerified: false });
  });

  test('is asked for as soon as the application has a provider, and then needs the code', async () => {
    await add(root, 'provider', { name: 'mail-of-acme', organizations: ['acme'], audience: 'named', ...mailServer });
    const providers = [{ name: 'mail-of-acme' }];
    await add(root, 'application', { name: 'mailing', ...settings, signupItems: defaultSignupItems, providers });
    expect(await codesOf('mailing')).toEqual(['Email']);
    const given = { email: 'cleo@example.com' };
    expect(await signUp(form('mailing', 'cleo'))).toMatchObject({ code: 'email-empty' });
    expect(await signUp(form('mailing', 'cleo', given))).toMatchObject({ fields: [{ field: 'emailCode' }] });
    expect(await stored('cleo')).toBeUndefined();
  });

  test('is asked for without a code where its rule needs none', async () => {
    const signupItems = [item('Username'), item('Email', { rule: 'No verification' }), item('Password')];
    await add(root, 'application', { name: 'trusting', ...settings, signupItems });
    expect(await signUp(form('trusting', 'dora'))).toMatchObject({ code: 'email-empty' });
    expect((await signUp(form('trusting', 'dora', { email: 'dora@example.com' }))).status).toBe('ok');
    expect(await stored('dora')).toMatchObject({ email: 'dora@example.com', emailVerified: false });
  });
});
