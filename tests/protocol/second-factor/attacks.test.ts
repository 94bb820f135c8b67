import { describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { password } from '../../harness/world.ts';
import { type Enrolled, factorWorld } from './factor-world.ts';

const world = factorWorld({ trustedDeviceDays: 30 });
const { login, browser } = world;
const isSignedIn = async (client: Client) => (await client.get('get-account')).body.status === 'ok';

async function half(username: string, at = world.app, more: object = {}): Promise<Client> {
  const client = browser(at);
  expect(await login(client, { username, password, ...more })).toMatchObject({ code: 'factor-required' });
  return client;
}

/** A browser that the user trusts, with a session of the password alone. */
async function trusted(username: string, secret: string): Promise<Client> {
  const client = await half(username);
  await login(client, { factorCode: world.code(secret), trustDevice: true });
  world.later(60_000);
  await client.post('logout');
  expect(await login(client, { username, password })).toMatchObject({ status: 'ok' });
  return client;
}

const rightCode = ({ secret, recoveryCodes: [first = ''] }: Enrolled, factor: string) =>
  factor === 'totp' ? world.code(secret) : first;
const wrongCode = ({ secret }: Enrolled, factor: string) =>
  factor === 'totp' ? String((Number(world.code(secret)) + 7) % 1_000_000).padStart(6, '0') : 'aaaaa-aaaaa';

describe.each(['totp', 'recovery'])('S23 codes of the second factor %s', (factor) => {
  test('stop after ten wrong ones, of fifty at once on two replicas, and the right one is refused then', async () => {
    const person = await world.enrolled();
    const factorCode = wrongCode(person, factor);
    const first = await half(person.username);
    const second = world.copy(first, world.other);
    const guesses = Array.from({ length: 50 }, (_, at) => login(at % 2 ? first : second, { factor, factorCode }));
    const codes = (await Promise.all(guesses)).map(({ code }) => code);
    expect(codes.filter((code) => code === 'code-wrong').length).toBeLessThanOrEqual(10);
    expect(codes).toContain('locked');
    const late = await half(person.username, world.other);
    expect(await login(late, { factor, factorCode: rightCode(person, factor) })).toMatchObject({ code: 'locked' });
  });

  test('S26 work once, of fifty at once on two replicas, in two browsers', async () => {
    const person = await world.enrolled();
    const browsers = [await half(person.username), await half(person.username, world.other)];
    const factorCode = rightCode(person, factor);
    // All requests of one replica answer the same half-finished sign-in.
    const copies = Array.from({ length: 50 }, (_, at) =>
      world.copy(browsers[at % 2] as Client, at % 2 ? world.other : world.app),
    );
    const answers = await Promise.all(copies.map((client) => login(client, { factor, factorCode })));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1);
    expect(await world.sessionsOf(person.username)).toHaveLength(2);
  });
});

describe('S28 a half-finished sign-in', () => {
  test('serves no other application, no other user and no other browser, and opens nothing', async () => {
    const [ada, bea] = [await world.enrolled(), await world.enrolled()];
    const client = await half(ada.username);
    const factorCode = world.code(ada.secret);
    expect(await login(client, { factorCode, application: 'bank' })).toMatchObject({ code: 'step-missing' });
    expect(await login(client, { factorCode, account: `acme/${bea.username}` })).toMatchObject({
      code: 'other-account',
    });
    expect(await login(browser(), { factorCode })).toMatchObject({ code: 'step-missing' });
    expect(await login(client, { factorCode: world.code(bea.secret) })).toMatchObject({ code: 'code-wrong' });
    for (const [path, body] of [
      ['begin-factor', {}],
      ['delete-factor', { type: 'totp' }],
      ['new-recovery-codes', {}],
      ['prove-again', { factor: 'totp', factorCode }],
    ] as const)
      expect((await client.post(path, body)).body.status, path).toBe('error');
    expect(await isSignedIn(client)).toBe(false);
    expect(await login(client, { factorCode })).toMatchObject({ status: 'ok' });
  });

  test('S21 gives a session that nobody can have planted, and ends with a new password', async () => {
    const { username, secret } = await world.enrolled();
    const client = await half(username);
    client.cookies.set(cookieName(client.url, 'session'), 'planted-by-somebody');
    expect(await login(client, { factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
    expect(client.cookies.get(cookieName(client.url, 'session'))).not.toBe('planted-by-somebody');
    world.later(60_000);
    const waiting = await half(username);
    await world.root.post('set-password', { userOwner: 'acme', userName: username, newPassword: 'another-long-one-7' });
    expect(await login(waiting, { factorCode: world.code(secret) })).toMatchObject({ code: 'step-missing' });
  });
});

describe('S28 no other way avoids the second factor', () => {
  test('the password grant is refused, in the words of OAuth', async () => {
    const { username } = await world.enrolled();
    const { clientId, headers } = await world.credentials('shop');
    const form = { grant_type: 'password', username, password, scope: 'openid', client_id: clientId };
    const { status, body } = await browser().post('/api/login/oauth/access_token', new URLSearchParams(form), {
      headers,
    });
    expect([status, body]).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(JSON.stringify(body)).not.toContain('access_token');
  });

  test('a session of one application proves it at a stricter one, and its own gives nothing there before', async () => {
    const { username, secret } = await world.enrolled();
    await world.update('organization', 'admin/acme', { secondFactor: 'off' });
    await world.update('application', 'admin/bank', { secondFactor: 'everyone' });
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject({ status: 'ok' });
    const { clientId } = await world.credentials('bank');
    const query = { clientId, responseType: 'code', redirectUri: 'https://app.example/callback', scope: 'openid' };
    const arrive = (form: object) => login(client, { type: 'code', application: 'bank', ...form }, query);
    const before = client.cookies.get(cookieName(client.url, 'session'));
    expect(await arrive({})).toMatchObject({ code: 'factor-required' });
    expect(await arrive({ factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
    expect(client.cookies.get(cookieName(client.url, 'session'))).not.toBe(before);
    await world.update('organization', 'admin/acme', { secondFactor: 'optional' });
    await world.update('application', 'admin/bank', { secondFactor: 'organization' });
  });

  test('a password alone, in a trusted browser too, neither removes a factor nor makes recovery codes', async () => {
    const { username, secret } = await world.enrolled();
    const client = await trusted(username, secret);
    expect((await client.post('prove-again', { password })).body.status).toBe('ok');
    const all = [
      ['delete-factor', { type: 'totp' }],
      ['new-recovery-codes', {}],
      ['begin-factor', {}],
    ] as const;
    for (const [path, body] of all) expect((await client.post(path, body)).body.code, path).toBe('proof-required');
    expect((await client.get('get-proofs')).body.data).toMatchObject({
      password: false,
      factors: ['totp', 'recovery'],
    });
    const factorCode = world.code(secret);
    expect((await client.post('prove-again', { factor: 'totp', factorCode })).body.status).toBe('ok');
    expect((await client.post('delete-factor', { type: 'totp' })).body.status).toBe('ok');
    expect(await world.app.db('trusted_devices').where({ owner: 'acme', user: username })).toEqual([]);
  });

  test('a trust serves its own user alone, and ends when it is forgotten', async () => {
    const [ada, bea] = [await world.enrolled(), await world.enrolled()];
    const client = await trusted(ada.username, ada.secret);
    await client.post('logout');
    expect(await login(client, { username: bea.username, password })).toMatchObject({ code: 'factor-required' });
    expect(await login(client, { username: ada.username, password })).toMatchObject({ status: 'ok' });
    expect((await client.post('forget-trusted-devices')).body.status).toBe('ok');
    await client.post('logout');
    expect(await login(client, { username: ada.username, password })).toMatchObject({ code: 'factor-required' });
  });

  test('a user ends the trust in one browser alone, and nobody ends that of another user', async () => {
    const [ada, bea] = [await world.enrolled(), await world.enrolled()];
    const first = await trusted(ada.username, ada.secret);
    world.later(60_000);
    const second = await trusted(ada.username, ada.secret);
    const { devices } = (await second.get('get-factors')).body.data2 as { devices: { id: string; isThis: boolean }[] };
    expect(devices.map(({ isThis }) => isThis)).toEqual([false, true]);
    const rows = await world.app.db('trusted_devices').where({ owner: 'acme', user: ada.username });
    for (const { id } of rows) expect(JSON.stringify(devices)).not.toContain(id);
    const stranger = await trusted(bea.username, bea.secret);
    const device = devices[0]?.id;
    expect((await stranger.post('forget-trusted-devices', { device })).body.code).toBe('not-found');
    expect((await second.post('forget-trusted-devices', { device })).body.status).toBe('ok');
    expect((await second.post('forget-trusted-devices', { device })).body.code).toBe('not-found');
    for (const client of [first, second]) await client.post('logout');
    expect(await login(first, { username: ada.username, password })).toMatchObject({ code: 'factor-required' });
    expect(await login(second, { username: ada.username, password })).toMatchObject({ status: 'ok' });
  });

  test('a trust ends with its time, and where the organization no longer trusts browsers', async () => {
    const [ada, bea] = [await world.enrolled(), await world.enrolled()];
    const asked = async (client: Client, username: string) => {
      await client.post('logout');
      return (await login(client, { username, password })).code;
    };
    const other = await trusted(bea.username, bea.secret);
    await world.update('organization', 'admin/acme', { trustedDeviceDays: 0 });
    expect(await asked(other, bea.username)).toBe('factor-required');
    await world.update('organization', 'admin/acme', { trustedDeviceDays: 30 });
    const client = await trusted(ada.username, ada.secret);
    // The trust began a minute before the sign-in of `trusted`.
    world.later(30 * 24 * 3_600_000 - 60_000 - 1);
    expect(await asked(client, ada.username)).toBeUndefined();
    world.later(1);
    expect(await asked(client, ada.username)).toBe('factor-required');
    await world.renewRoot();
  });

  test('a person who knows only the password is shown no recovery codes', async () => {
    const { username, secret } = await world.enrolled();
    const client = await trusted(username, secret);
    await world.app.db('factors').where({ owner: 'acme', user: username, type: 'recovery' }).delete();
    await world.app.db('users').where({ owner: 'acme', name: username }).update({ second_factors: '["totp"]' });
    await client.post('logout');
    expect(await login(client, { username, password })).toMatchObject({ status: 'ok' });
  });
});

describe('an administrator', () => {
  test('sees and resets the factors of their users, and of nobody else', async () => {
    const { username, secret } = await world.enrolled();
    const client = browser();
    await login(client, { username: await world.aUser({ isAdmin: true }), password });
    const id = `acme/${username}`;
    const { body } = await client.get('get-factors', { id });
    expect(body.data.map(({ type }: { type: string }) => type).toSorted()).toEqual(['recovery', 'totp']);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect((await client.post('reset-factors', { owner: 'built-in', name: 'admin' })).body.code).toBe('unauthorized');
    expect((await client.post('reset-factors', { owner: 'acme', name: username })).body.status).toBe('ok');
    expect((await client.get('get-factors', { id })).body.data).toEqual([]);
    expect(await login(browser(), { username, password })).toMatchObject({ status: 'ok' });
    const records = await world.app.db('records').where({ action: 'reset-factors', object: `user ${id}` });
    expect(records).toHaveLength(1);
  });
});
