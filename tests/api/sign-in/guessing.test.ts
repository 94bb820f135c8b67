import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import { signInWorld } from './world.ts';

const minute = 60_000;

const world = signInWorld();
const { aUser, codeOf, from, now, signIn } = world;

describe('S23 guessing', () => {
  test('stops after five wrong passwords, on every server, for the right one too', async () => {
    await aUser('bob');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeOf(from(tries % 2 ? world.app : world.other), { username: 'bob', password: 'wrong' })).toBe(
        'sign-in-failed',
      );
    for (const server of [world.app, world.other]) {
      const { body, headers } = await signIn(from(server), { username: 'bob' });
      expect(body).toMatchObject({
        code: 'locked',
        msg: 'Too many failed attempts. Try again in 60 seconds.',
        data: { retryAfterSeconds: 60 },
      });
      expect(headers.get('Retry-After')).toBe('60');
    }
    const restarted = await startApp({ now, settings: world.settings, databaseUrl: world.app.databaseUrl });
    expect(await codeOf(from(restarted), { username: 'bob' })).toBe('locked');
    await restarted.stop();
    world.later(minute);
    // The console's application has a captcha, which captcha.test.ts solves.
    expect(await codeOf(from(world.app), { username: 'bob' })).toBe('captcha-required');
  });

  test('locks longer each time, up to a quarter of an hour', async () => {
    await aUser('bruno');
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      for (let tries = 0; tries < 5; tries += 1)
        await codeOf(from(world.app), { username: 'bruno', password: 'wrong' });
      const { body } = await signIn(from(world.app), { username: 'bruno' });
      expect(body.data).toEqual({ retryAfterSeconds: minutes * 60 });
      world.later(minutes * minute);
    }
  });

  test('gets no more tries in parallel', async () => {
    await aUser('boris');
    const codes = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        codeOf(from(index % 2 ? world.app : world.other), { username: 'boris', password: 'wrong' }),
      ),
    );
    expect(codes.filter((code) => code === 'sign-in-failed')).toHaveLength(5);
    expect(codes.filter((code) => code === 'locked')).toHaveLength(35);
  });

  test('people who sign in with the right password at the same time do not stop each other', async () => {
    await aUser('bella');
    const codes = await Promise.all(
      Array.from({ length: 60 }, () => codeOf(from(world.app, '192.0.2.1'), { username: 'bella' })),
    );
    expect(new Set(codes)).toEqual(new Set(['ok']));
  });

  test('stops after fifty wrong passwords from one address, for any users', async () => {
    const guesser = from(world.app);
    for (let tries = 0; tries < 50; tries += 1)
      expect(await codeOf(guesser, { username: `nobody-${tries}`, password: 'wrong' })).toBe('sign-in-failed');
    expect(await codeOf(guesser)).toBe('locked');
    expect(await codeOf(from(world.app))).toBe('ok');
  });

  test('locks an unknown name like a known one', async () => {
    for (let tries = 0; tries < 5; tries += 1) await codeOf(from(world.app), { username: 'ghost', password: 'wrong' });
    expect(await codeOf(from(world.app), { username: 'ghost', password: 'wrong' })).toBe('locked');
  });

  test('counts the old password of a change and check-user-password too', async () => {
    await aUser('bertha');
    const bertha = from(world.app);
    await signIn(bertha, { username: 'bertha' });
    const ways = [
      () => bertha.post('check-user-password', { owner: 'acme', name: 'bertha', password: 'wrong' }),
      () =>
        bertha.post('set-password', {
          userOwner: 'acme',
          userName: 'bertha',
          oldPassword: 'wrong',
          newPassword: 'a-new-password',
        }),
    ];
    for (let tries = 0; tries < 5; tries += 1) {
      const { body } = await (ways[tries % 2] as () => ReturnType<Client['post']>)();
      expect(body.code).toBe('password-incorrect');
    }
    for (const way of ways) expect((await way()).body.code).toBe('locked');
    expect(await codeOf(from(world.app), { username: 'bertha' })).toBe('locked');
  });

  test.each([
    ['', '203.0.113.1', () => '203.0.113.1', '203.0.113.2'],
    [', with any address of their /64', '2001:db8::ff', (tries: number) => `2001:db8::${tries}`, '2001:db8:0:1::1'],
  ])('wrong guesses at a chosen client secret lock one network%s, and no other', async (_, own, at, elsewhere) => {
    const name = `shop-${randomUUID()}`;
    const secret = 'chosen by somebody';
    const fields = { name, organization: 'acme', cert: 'cert-built-in', clientSecret: secret };
    const id = String((await add(world.root, 'application', fields)).clientId);
    const asks = async (server: TestApp, address: string, tried: string) => {
      const client = server.client({ ...basic(id, tried), 'X-Forwarded-For': address });
      return (await client.get('get-users', { owner: 'acme' })).body.code ?? 'ok';
    };
    expect(await asks(world.app, own, secret)).toBe('ok');
    for (let tries = 0; tries < 10; tries += 1)
      expect(await asks(tries % 2 ? world.app : world.other, at(tries), 'wrong')).toBe('sign-in-failed');
    expect(await asks(world.other, own, secret)).toBe('locked');
    expect(await asks(world.other, elsewhere, secret)).toBe('ok');
  });
});

describe('S24 a lock as a weapon', () => {
  test('a stranger does not lock out a user in a browser where they signed in before', async () => {
    await aUser('dan');
    const browser = from(world.app);
    await signIn(browser, { username: 'dan' });
    await browser.post('logout');
    for (let tries = 0; tries < 6; tries += 1) await codeOf(from(world.app), { username: 'dan', password: 'wrong' });
    expect(await codeOf(from(world.app), { username: 'dan' })).toBe('locked');
    expect(await codeOf(browser, { username: 'dan' })).toBe('ok');
  });

  test('such a browser has five guesses of its own at its user, and none at others', async () => {
    await aUser('dave');
    const browser = from(world.app);
    await signIn(browser, { username: 'dave' });
    await browser.post('logout');
    for (let tries = 0; tries < 5; tries += 1) await codeOf(browser, { username: 'dave', password: 'wrong' });
    expect(await codeOf(browser, { username: 'dave' })).toBe('locked');
    expect(await codeOf(from(world.app), { username: 'dave' })).toBe('ok');
    await aUser('erin');
    for (let tries = 0; tries < 5; tries += 1) await codeOf(from(world.app), { username: 'erin', password: 'wrong' });
    expect(await codeOf(browser, { username: 'erin' })).toBe('locked');
  });

  test('a forged device cookie counts as none', async () => {
    await aUser('fay');
    for (let tries = 0; tries < 5; tries += 1) await codeOf(from(world.app), { username: 'fay', password: 'wrong' });
    const forger = from(world.app);
    forger.cookies.set(cookieName(forger.url, 'device'), 'dw1:00000000:AAAA.dw1:nonsense');
    expect(await codeOf(forger, { username: 'fay' })).toBe('locked');
  });
});

describe('S17 master password', () => {
  const master = 'master-of-all';
  beforeAll(async () => {
    await add(world.root, 'organization', { name: 'globex', masterPassword: master });
    await add(world.root, 'user', { owner: 'globex', name: 'gus', password });
    await add(world.root, 'user', { owner: 'globex', name: 'grace', password, isGlobalAdmin: true });
  });
  const tries = (username: string, organization = 'globex', tried = master) =>
    signIn(from(world.app), { organization, username, password: tried });

  test('signs in as a user of its organization, with a mark in the session and the record', async () => {
    expect((await tries('gus')).body).toMatchObject({ status: 'ok', data: 'globex/gus' });
    const session = await world.app.db('sessions').where({ owner: 'globex', user: 'gus' }).first();
    expect(session.is_impersonated).toBe(true);
    const record = await world.app.db('records').where({ action: 'login', user: 'gus' }).first();
    expect(record).toMatchObject({ owner: 'globex', reason: 'master-password' });
    expect((await world.app.store('user').find(world.app.db, 'globex', 'gus'))?.lastSigninTime).toBe('');
  });

  test('signs in as no global administrator, in no other organization, and nowhere if it is not set', async () => {
    expect((await tries('grace')).body.code).toBe('sign-in-failed');
    expect((await tries('alice', 'acme')).body.code).toBe('sign-in-failed');
    expect((await tries('admin', 'built-in')).body.code).toBe('sign-in-failed');
    expect((await tries('gus', 'globex', '')).body.code).toBe('unknown-login-type');
  });

  test('does not sign in as a user who becomes a global administrator during the check', async () => {
    const { db } = world.app;
    await add(world.root, 'user', { owner: 'globex', name: 'gil', password });
    const rising = await db.transaction();
    await rising('users').where({ owner: 'globex', name: 'gil' }).update({ is_global_admin: true });
    const answer = tries('gil');
    const waiting = () => db('pg_stat_activity').where({ wait_event_type: 'Lock' }).whereILike('query', '%signed_in%');
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1);
    await rising.commit();
    expect((await answer).body.code).toBe('sign-in-failed');
  });

  test('counts toward the lock', async () => {
    await add(world.root, 'user', { owner: 'globex', name: 'gwen', password });
    for (let each = 0; each < 5; each += 1) await tries('gwen', 'globex', 'wrong');
    expect((await tries('gwen')).body.code).toBe('locked');
  });
});
