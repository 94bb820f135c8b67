import { beforeAll, describe, expect, test } from 'vitest';
import { cookieName } from '../../harness/cookies.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { handTicker } from '../../harness/hand-ticker.ts';
import { add, password } from '../../harness/world.ts';
import { signInWorld } from './world.ts';

// Jobs of the clock would be among the statements of a sign-in.
const world = signInWorld({ ticker: handTicker().ticker });
const { aUser, codeOf, form, from, signIn } = world;

describe('S19 cross-site writes', () => {
  const origins = (url: string) => ({
    foreign: [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${url}.evil.example` },
      { Origin: url.replace(/\d+$/, '1') },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Referer: 'https://evil.example/page' },
    ],
    own: [{ Origin: url }, { Origin: url.replace('127.0.0.1', 'localhost') }, { 'Sec-Fetch-Site': 'same-origin' }, {}],
  });

  test('a request from a page of another site is refused, with every type of body', async () => {
    const admin = await world.app.admin();
    const bodies = [
      JSON.stringify({ name: 'planted' }),
      new URLSearchParams({ name: 'planted' }),
      Object.assign(new FormData()),
    ];
    for (const headers of origins(world.app.url).foreign)
      for (const body of bodies) {
        const answer = await admin.post('add-organization', body, { headers: headers as Record<string, string> });
        expect(answer.body, JSON.stringify(headers)).toMatchObject({ code: 'cross-site' });
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
    expect(await world.app.db('organizations').where({ name: 'planted' })).toEqual([]);
  });

  test('no other site signs a user in or out or changes their password', async () => {
    for (const headers of origins(world.app.url).foreign)
      for (const path of ['login', 'logout', 'set-password']) {
        const answer = await world.app.client().post(path, form, { headers: headers as Record<string, string> });
        expect(answer.body.code, `${path} ${JSON.stringify(headers)}`).toBe('cross-site');
      }
  });

  test('our own pages and programs are served', async () => {
    const admin = await world.app.admin();
    for (const headers of origins(world.app.url).own) {
      const answer = await admin.post('set-password', {}, { headers: headers as Record<string, string> });
      expect(answer.body.code).toBe('invalid');
    }
  });

  test('a link cannot sign a user out', async () => {
    const admin = await world.app.admin();
    const Cookie = `${cookieName(admin.url, 'session')}=${admin.cookies.get(cookieName(admin.url, 'session'))}`;
    expect((await fetch(`${world.app.url}/api/logout`, { headers: { Cookie } })).status).toBe(404);
    expect((await admin.get('get-account')).body.status).toBe('ok');
  });
});

test.each(['http://localhost.evil.example', 'https://app.example.evil.example', 'null', 'http://127.0.0.1:1'])(
  'S20 CORS: %s never gets answers with credentials',
  async (origin) => {
    const admin = await world.app.admin();
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await fetch(`${world.app.url}/api/get-account`, {
        method,
        headers: {
          Origin: origin,
          Cookie: `${cookieName(admin.url, 'session')}=${admin.cookies.get(cookieName(admin.url, 'session'))}`,
        },
      });
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  },
);

describe('S25 who exists', () => {
  const cases = ['alice', 'missing', 'forbidden', 'deleted'];
  beforeAll(async () => {
    await aUser('forbidden', { isForbidden: true });
    await aUser('deleted', { isDeleted: true });
  });

  test('a wrong password, an unknown, a blocked and a deleted user get the same answer', async () => {
    const answers = [];
    for (const username of cases) {
      const { status, headers, text } = await signIn(from(world.app), { username, password: 'wrong' });
      const same = Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)));
      answers.push({ status, text, same });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await codeOf(from(world.app), { username: 'deleted' })).toBe('sign-in-failed');
    expect(await codeOf(from(world.app), { username: 'alice', organization: 'nowhere' })).toBe('sign-in-failed');
  });

  test('the records tell the organization the true reason', async () => {
    await signIn(from(world.app), { username: 'forbidden', password: 'wrong' });
    const record = await world.app.db('records').where({ object: 'user acme/forbidden', action: 'login' }).first();
    expect(record).toMatchObject({ owner: 'acme', action: 'login', outcome: 'refused', reason: 'sign-in-failed' });
  });

  test('the answer costs the same statements', async () => {
    const sent = (username: string) =>
      statementsOf(world.app, () => signIn(from(world.app), { username, password: 'wrong' }));
    // The first one fills the caches.
    await sent('alice');
    const usual = await sent('alice');
    for (const username of cases) {
      const first = await sent(username);
      // A cache may be read again meanwhile.
      expect(first.length > usual.length ? await sent(username) : first, username).toEqual(usual);
    }
  });
});

describe('S33 passwords', () => {
  test('of weak imported types are hashed again at the next sign-in, if the organization says so', async () => {
    const root = await world.app.admin();
    const digest = '8d969eef6ecad3c29a3a629280e686cf0c3f5d5a86aff3ca12020c923adc6c92';
    await add(root, 'organization', { name: 'old', upgradePasswords: false });
    for (const owner of ['acme', 'old']) {
      await add(root, 'user', { owner, name: 'imported', password });
      await world.app
        .db('users')
        .where({ owner, name: 'imported' })
        .update({ password: digest, password_type: 'salt', password_salt: '' });
      const sent = { organization: owner, username: 'imported', password: '123456' };
      expect(await codeOf(from(world.app), sent)).toBe('ok');
      expect(await codeOf(from(world.app), sent)).toBe('ok');
    }
    const types = await world.app.db('users').where({ name: 'imported' }).orderBy('owner').pluck('password_type');
    expect(types).toEqual(['argon2id', 'salt']);
  });

  test('of a megabyte are refused before they are hashed, for every name', async () => {
    for (const username of ['alice', 'missing']) {
      const started = performance.now();
      expect(await codeOf(from(world.app), { username, password: 'x'.repeat(1_000_000) })).toBe('password-too-long');
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  test('in an address are refused and never logged', async () => {
    for (const name of ['password', 'newPassword', 'old_password', 'Password[]', 'client-secret']) {
      const { body } = await from(world.app).post('login', form, { query: { [name]: 'seen-in-url' } });
      expect(body.code, name).toBe('credentials-in-url');
    }
    for (const name of ['confirm', 'sealed', 'emailCode', 'captchaToken', 'client_assertion', 'code_verifier'])
      await from(world.app).post('login', form, { query: { [name]: 'seen-in-url' } });
    expect(JSON.stringify(await world.app.db('records').select('*'))).not.toContain('seen-in-url');
    expect(world.app.logged.join('\n')).not.toContain('seen-in-url');
  });

  test('never appear in records or logs, and cookies do not either', async () => {
    const client = from(world.app);
    await signIn(client, { password: 'not-to-be-logged' });
    await signIn(client);
    const written = world.app.logged.join('\n') + JSON.stringify(await world.app.db('records').select('*'));
    for (const secret of ['not-to-be-logged', password, String(client.cookies.get(cookieName(client.url, 'session')))])
      expect(written).not.toContain(secret);
  });
});
