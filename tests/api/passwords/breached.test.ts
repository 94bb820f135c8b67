import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { startRangeService } from './range-service.ts';

const breached = 'a-breached-pass-phrase';
const padded = 'a-phrase-of-the-padding';
const code = 'password-breached';

let service: Awaited<ReturnType<typeof startRangeService>>;
let app: TestApp;
let root: Client;
let mail: MailServer;

beforeAll(async () => {
  service = await startRangeService({ breached: [breached], padding: [padded] });
  const settings = { DOORWRIGHT_BREACHED_PASSWORDS: service.address, DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' };
  app = await startApp({ settings });
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', refuseBreachedPasswords: true });
  await add(root, 'organization', { name: 'calm' });
  mail = await startMailServer();
  await add(root, 'provider', mailProvider('provider_mail', mail));
  const item = { visible: true, required: true, prompted: false, rule: 'None' };
  await add(root, 'application', {
    ...{ name: 'shop', organization: 'acme', cert: 'cert-built-in', enableSignUp: true },
    providers: [{ name: 'provider_mail' }],
    signupItems: ['Username', 'Password'].map((name) => ({ ...item, name })),
  });
});
beforeEach(() => {
  service.state.mode = 'well';
  service.asked.length = 0;
});
afterAll(async () => {
  await app.stop();
  await service.stop();
  await mail.stop();
});

async function aPerson(owner = 'acme', more: object = {}) {
  const name = `user-${randomUUID()}`;
  await add(root, 'user', { owner, name, password, ...more });
  return name;
}

async function change(newPassword: string, owner = 'acme') {
  const name = await aPerson(owner);
  const client = await app.signedIn(owner, name, password);
  const form = { userOwner: owner, userName: name, oldPassword: password, newPassword };
  return (await client.post('set-password', form)).body;
}

describe('an organization that refuses breached passwords', () => {
  test('refuses one on the account page, and takes another', async () => {
    expect(await change(breached)).toMatchObject({ code });
    expect(await change('a-phrase-that-nobody-lost')).toMatchObject({ status: 'ok' });
  });

  test('tells the service five digits of the digest, and nothing else', async () => {
    await change(breached);
    expect(service.asked).toHaveLength(1);
    expect(service.asked[0]?.path).toMatch(/^\/range\/[0-9A-F]{5}$/);
    expect(service.asked[0]?.headers['add-padding']).toBe('true');
    expect(JSON.stringify(service.asked)).not.toContain(breached);
  });

  test('takes a password that only stands among the padding', async () => {
    expect(await change(padded)).toMatchObject({ status: 'ok' });
  });

  test('refuses one at sign-up', async () => {
    const form = { application: 'shop', organization: 'acme', username: 'newcomer', name: 'New', password: breached };
    expect((await app.client().post('signup', form)).body).toMatchObject({ code });
  });

  test('refuses one that an administrator sets', async () => {
    const form = { userOwner: 'acme', userName: await aPerson(), newPassword: breached };
    expect((await root.post('set-password', form)).body).toMatchObject({ code });
  });

  test('refuses one in the middle of a sign-in', async () => {
    const username = await aPerson('acme', { mustChangePassword: true });
    const client = app.client();
    const login = async (form: object) =>
      (await client.post('login', { type: 'login', application: 'shop', organization: 'acme', ...form })).body;
    await login({ username, password });
    expect(await login({ newPassword: breached })).toMatchObject({ code });
  });

  test('refuses one at the end of recovery', async () => {
    const email = `${randomUUID()}@acme.example`;
    const username = await aPerson('acme', { email });
    const client = app.client();
    const place = { application: 'shop', organization: 'acme', username };
    const { email: dest } = (await client.post('get-email-and-phone', place)).body.data;
    const asked = { type: 'email', dest, applicationId: 'admin/shop', checkUser: username, method: 'forget' };
    expect((await client.post('send-verification-code', asked)).body.status).toBe('ok');
    const proof = { ...place, type: 'email', dest, code: await mail.codeTo(email) };
    expect((await client.post('verify-code', proof)).body.status).toBe('ok');
    expect((await client.post('reset-password', { newPassword: breached })).body).toMatchObject({ code });
    expect((await client.post('reset-password', { newPassword: padded })).body).toMatchObject({ status: 'ok' });
  });

  test('asks for no password that another rule refuses', async () => {
    expect(await change('password')).toMatchObject({ code: 'password-common' });
    expect(service.asked).toEqual([]);
  });

  test.each(['failing', 'endless', 'silent'] as const)(
    'accepts a password while the service is %s, and the log says so without the password',
    async (mode) => {
      service.state.mode = mode;
      app.logged.length = 0;
      expect(await change(breached)).toMatchObject({ status: 'ok' });
      const told = app.logged.filter((line) => line.includes('not compared with breached ones'));
      expect(told).toHaveLength(1);
      expect(JSON.parse(told[0] ?? '')).toMatchObject({ organization: 'acme', reason: expect.any(String) });
      expect(app.logged.join('')).not.toContain(breached);
    },
  );
});

test('an organization without the rule asks nobody', async () => {
  expect(await change(breached, 'calm')).toMatchObject({ status: 'ok' });
  expect(service.asked).toEqual([]);
});

test('S48 the service is reached through the egress gate only', async () => {
  const closed = await startApp({
    databaseUrl: app.databaseUrl,
    settings: { DOORWRIGHT_BREACHED_PASSWORDS: service.address },
  });
  try {
    const name = await aPerson();
    const client = await closed.signedIn('acme', name, password);
    const form = { userOwner: 'acme', userName: name, oldPassword: password, newPassword: breached };
    expect((await client.post('set-password', form)).body).toMatchObject({ status: 'ok' });
    expect(service.asked).toEqual([]);
    expect(closed.logged.join('')).toContain('not compared with breached ones');
  } finally {
    await closed.stop();
  }
});

test('an installation that names no service asks nobody', async () => {
  const off = await startApp({ databaseUrl: app.databaseUrl, settings: { DOORWRIGHT_BREACHED_PASSWORDS: 'off' } });
  try {
    const name = await aPerson();
    const client = await off.signedIn('acme', name, password);
    const form = { userOwner: 'acme', userName: name, oldPassword: password, newPassword: breached };
    expect((await client.post('set-password', form)).body).toMatchObject({ status: 'ok' });
    expect(off.logged.join('')).not.toContain('breached');
  } finally {
    await off.stop();
  }
});
