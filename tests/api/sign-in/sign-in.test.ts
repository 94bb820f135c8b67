import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { add, password } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  await add(root, 'organization', { name: 'acme', passwordType: 'argon2id' });
  await add(root, 'user', {
    owner: 'acme',
    name: 'alice',
    password,
    email: 'alice@acme.example',
    phone: '13855501000',
    idCard: 'ID-7',
  });
});
afterAll(() => app.stop());

const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'alice', password };
const signIn = (changes: Record<string, unknown> = {}, client = app.client()) =>
  client.post('login', { ...form, ...changes });

describe('signing in with a password', () => {
  test.each(['alice', 'alice@acme.example', '13855501000', 'ID-7', 'Alice', 'Alice@Acme.Example'])(
    'knows a user as %s',
    async (username) => {
      const { body } = await signIn({ username });
      expect(body).toMatchObject({ status: 'ok', data: 'acme/alice' });
    },
  );

  test('tells users apart whose names differ in capitals only', async () => {
    const name = `bob-${randomUUID()}`;
    for (const each of [name, name.toUpperCase()])
      await add(root, 'user', { owner: 'acme', name: each, email: `${each}@acme.example`, password });
    for (const username of [name, `${name}@acme.example`])
      expect((await signIn({ username })).body.data).toBe(`acme/${name}`);
    expect((await signIn({ username: name.toUpperCase() })).body.data).toBe(`acme/${name.toUpperCase()}`);
    for (const username of [`B${name.slice(1)}`, `B${name.slice(1)}@acme.example`])
      expect((await signIn({ username })).body.code).toBe('sign-in-failed');
  });

  test('get-account returns the user and their organization, without secrets', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    const { body, text } = await client.get('get-account');
    expect(body).toMatchObject({
      status: 'ok',
      name: 'alice',
      data: { owner: 'acme', name: 'alice', email: 'alice@acme.example' },
      data2: { name: 'acme' },
    });
    expect(body.sub).toBe(body.data.id);
    expect(text).not.toContain('$argon2');
  });

  test('get-account asks strangers to sign in', async () => {
    const { body } = await app.anonymous.get('get-account');
    expect(body).toMatchObject({ status: 'error', code: 'sign-in-first', msg: 'Please sign in first' });
  });

  test('leaves a record, and the user has its time and address', async () => {
    const before = Date.now();
    await signIn();
    const user = await app.store('user').find(app.db, 'acme', 'alice');
    expect(Date.parse(String(user?.lastSigninTime))).toBeGreaterThanOrEqual(before);
    expect(user?.lastSigninIp).toBe('127.0.0.1');
    const record = await app.db('records').where({ action: 'login', user: 'alice' }).first();
    expect(record).toMatchObject({ owner: 'acme', object: 'user acme/alice', outcome: 'ok', client_ip: '127.0.0.1' });
  });

  test('is refused if a user is already signed in, and the error names that user', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    const { body } = await signIn({}, client);
    expect(body).toMatchObject({
      code: 'sign-out-first',
      msg: 'Please sign out first before signing in',
      data: 'acme/alice',
    });
  });

  test('names an unknown type, method or application in the error', async () => {
    expect((await signIn({ type: 'magic' })).body).toMatchObject({
      code: 'unknown-response-type',
      msg: 'Unknown response type: magic',
    });
    expect((await signIn({ password: '' })).body.code).toBe('unknown-login-type');
    expect((await signIn({ application: 'nowhere' })).body.code).toBe('not-found');
    expect((await signIn({ username: 7 })).body).toMatchObject({ code: 'invalid', fields: [{ field: 'username' }] });
  });

  test('at an application of another organization is refused', async () => {
    await add(root, 'organization', { name: 'globex' });
    await add(root, 'application', { name: 'shop', organization: 'globex', cert: 'cert-built-in' });
    expect((await signIn({ application: 'shop' })).body.code).toBe('unauthorized');
  });

  test('at an application without passwords is refused', async () => {
    await add(root, 'application', {
      name: 'keys-only',
      organization: 'acme',
      cert: 'cert-built-in',
      enablePassword: false,
    });
    expect((await signIn({ application: 'keys-only' })).body.code).toBe('unknown-login-type');
  });

  test('tells that a user is blocked only after the right password', async () => {
    await add(root, 'user', { owner: 'acme', name: 'fred', password, isForbidden: true });
    expect((await signIn({ username: 'fred' })).body.code).toBe('user-forbidden');
    expect((await signIn({ username: 'fred', password: 'wrong one' })).body.code).toBe('sign-in-failed');
  });

  test('costs at most eight statements', async () => {
    const statements = await statementsOf(app, () => signIn());
    expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(8);
  });
});

describe('signing out', () => {
  test('returns the user who was signed in, and ends the session', async () => {
    const client = await app.signedIn('acme', 'alice', password);
    expect((await client.post('logout')).body).toMatchObject({ status: 'ok', data: 'acme/alice', data2: null });
    expect((await client.get('get-account')).body.code).toBe('sign-in-first');
  });

  test('succeeds without a session too', async () => {
    expect((await app.anonymous.post('logout')).body).toMatchObject({ status: 'ok', data: '' });
  });
});

describe('changing the password', () => {
  const change = (client: Client, userName: string, oldPassword: string, newPassword: string) =>
    client.post('set-password', new URLSearchParams({ userOwner: 'acme', userName, oldPassword, newPassword }));

  test('needs the old password, except for administrators', async () => {
    await add(root, 'user', { owner: 'acme', name: 'carol', password });
    const carol = await app.signedIn('acme', 'carol', password);
    expect((await change(carol, 'carol', '', 'a new password'.replaceAll(' ', '-'))).body.status).toBe('error');
    expect((await change(carol, 'carol', 'not it', 'a-new-password')).body.code).toBe('password-incorrect');
    expect((await change(carol, 'carol', password, 'a-new-password')).body.status).toBe('ok');
    expect((await signIn({ username: 'carol' })).body.code).toBe('sign-in-failed');
    expect((await signIn({ username: 'carol', password: 'a-new-password' })).body.status).toBe('ok');
  });

  test('works as a multipart form, as browsers send it', async () => {
    await add(root, 'user', { owner: 'acme', name: 'dora', password });
    const dora = await app.signedIn('acme', 'dora', password);
    const sent = new FormData();
    for (const [name, value] of Object.entries({
      userOwner: 'acme',
      userName: 'dora',
      oldPassword: password,
      newPassword: 'a-new-password',
    }))
      sent.append(name, value);
    expect((await dora.post('set-password', sent)).body).toMatchObject({ status: 'ok' });
  });

  test('is refused if the password is short or begins with a blank, or the user is somebody else', async () => {
    const alice = await app.signedIn('acme', 'alice', password);
    expect((await change(alice, 'alice', password, 'short')).body.code).toBe('password-too-short');
    expect((await change(alice, 'alice', password, ' has a blank')).body).toMatchObject({
      code: 'password-blank',
      msg: 'A password cannot begin or end with a space.',
    });
    await add(root, 'user', { owner: 'acme', name: 'eve', password });
    expect((await change(alice, 'eve', password, 'a-new-password')).body.code).toBe('unauthorized');
    expect((await signIn({ username: 'eve' })).body.status).toBe('ok');
  });

  test('S28 a user without a password sets the first one in their own session, and not with a token or a master password', async () => {
    const owner = `first-${randomUUID()}`;
    const master = 'master-of-all';
    await add(root, 'organization', { name: owner, masterPassword: master });
    await add(root, 'user', { owner, name: 'nora', password: '' });
    // An application with full access, because other tokens are refused earlier.
    const { name: application } = await add(root, 'application', { name: owner, organization: owner });
    const accessToken = randomUUID().repeat(2);
    await add(root, 'token', {
      name: owner,
      application,
      organization: owner,
      user: 'nora',
      accessToken,
      scope: 'read',
    });
    const form = { userOwner: owner, userName: 'nora', oldPassword: '', newPassword: 'of-somebody-else' };
    for (const [client, code] of [
      [app.client({ Authorization: `Bearer ${accessToken}` }), 'unauthorized'],
      [await app.signedIn(owner, 'nora', master), 'impersonated'],
    ] as const)
      expect((await client.post('set-password', form)).body.code).toBe(code);
    expect((await app.store('user').find(app.db, owner, 'nora'))?.password).toBe('');
    await add(root, 'user', { owner, name: 'nina', password });
    const nina = await app.signedIn(owner, 'nina', password);
    await app.db('users').where({ owner, name: 'nina' }).update({ password: '' });
    const own = { ...form, userName: 'nina', newPassword: 'of-her-own-choice' };
    expect((await nina.post('set-password', own)).body).toMatchObject({ status: 'ok' });
    expect((await nina.get('get-account')).body.status).toBe('ok');
    await app.signedIn(owner, 'nina', 'of-her-own-choice');
  });

  test('administrators set the password of others without the old one', async () => {
    await add(root, 'user', { owner: 'acme', name: 'gina', password });
    const gina = await app.signedIn('acme', 'gina', password);
    expect((await change(root, 'gina', '', 'a-new-password')).body.status).toBe('ok');
    expect((await gina.get('get-account')).body.code).toBe('sign-in-first');
    expect((await signIn({ username: 'gina', password: 'a-new-password' })).body.status).toBe('ok');
  });
});

describe('check-user-password', () => {
  test('answers the user and administrators only', async () => {
    const alice = await app.signedIn('acme', 'alice', password);
    const check = (client: Client, name: string, tried: string) =>
      client.post('check-user-password', { owner: 'acme', name, password: tried });
    expect((await check(alice, 'alice', password)).body.status).toBe('ok');
    expect((await check(alice, 'alice', 'wrong')).body.code).toBe('password-incorrect');
    expect((await check(root, 'alice', password)).body.status).toBe('ok');
    await add(root, 'user', { owner: 'acme', name: 'hugo', password });
    expect((await check(alice, 'hugo', password)).body.code).toBe('unauthorized');
    expect((await check(app.anonymous, 'alice', password)).body.code).toBe('sign-in-first');
  });
});
