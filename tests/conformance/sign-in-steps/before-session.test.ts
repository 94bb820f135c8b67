import { describe, expect, test } from 'vitest';
import { cookieName, cookiesSet } from '../../harness/cookies.ts';
import { password } from '../../harness/world.ts';
import { judged, stampWorld } from './stamp-world.ts';

const world = stampWorld();
const { login, browser } = world;
const asked = { status: 'error', code: 'code-missing', data: { step: 'stamp' } };
const isSignedIn = async (client = browser()) => (await client.get('get-account')).body.status === 'ok';

describe('a step before the session', () => {
  test('S27 opens a session after the right answer, and nothing before it', async () => {
    const username = await world.aUser();
    const client = browser();
    const answer = await client.post('login', {
      type: 'login',
      application: 'gate',
      organization: 'acme',
      username,
      password,
    });
    expect(answer.body).toMatchObject(asked);
    const [[name, { value, attributes }] = ['', { value: '', attributes: [] as string[] }], ...more] =
      cookiesSet(answer);
    expect([name, more]).toEqual([cookieName(client.url, 'attempt'), []]);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax']));
    expect(JSON.stringify(await world.app.db('sign_in_attempts').where({ user: username }))).not.toContain(value);
    expect(await isSignedIn(client)).toBe(false);
    expect(await world.sessionsOf(username)).toEqual([]);
    for (const table of ['tokens', 'artifacts']) expect(await world.app.db(table).count()).toEqual([{ count: 0 }]);

    expect(await login(client, { stamp: '4711', account: `acme/${username}` })).toMatchObject({
      status: 'ok',
      data: `acme/${username}`,
    });
    expect(await isSignedIn(client)).toBe(true);
    expect(client.cookies.has(cookieName(client.url, 'attempt'))).toBe(false);
    expect(await world.sessionsOf(username)).toHaveLength(1);
    const [record] = await world.app.db('records').where({ user: username, action: 'login', outcome: 'ok' });
    expect(record).toMatchObject({ object: `user acme/${username}`, reason: 'password stamp' });
  });

  test('is not asked where it is not due', async () => {
    const username = await world.aUser();
    expect(await login(browser(), { application: 'open', username, password })).toMatchObject({ status: 'ok' });
  });

  test('takes no answer together with a proof, and none with a name alone', async () => {
    const username = await world.aUser();
    const client = browser();
    expect(await login(client, { username, password, stamp: '4711' })).toMatchObject(asked);
    expect(await login(client, { username, stamp: '4711' })).toMatchObject({ code: 'unknown-login-type' });
    expect(await world.sessionsOf(username)).toEqual([]);
  });

  test('comes in its order, and each answer counts for its own step', async () => {
    const username = await world.aUser();
    const client = browser();
    const at = (form: object) => login(client, { application: 'vault', ...form });
    expect(await at({ username, password })).toMatchObject(asked);
    expect(await at({ seal: '0815' })).toMatchObject(asked);
    expect(await at({ stamp: '4711', seal: '0815' })).toMatchObject({ data: { step: 'seal' } });
    expect(await at({ stamp: '4711' })).toMatchObject({ data: { step: 'seal' } });
    expect(await world.sessionsOf(username)).toEqual([]);
    expect(await at({ seal: '0815' })).toMatchObject({ status: 'ok' });
  });

  test('keeps the wish to stay signed in', async () => {
    const username = await world.aUser();
    const client = browser();
    await login(client, { username, password, autoSignin: true });
    const answer = await client.post('login', { type: 'login', application: 'gate', stamp: '4711' });
    expect(cookiesSet(answer).get(cookieName(client.url, 'session'))?.attributes).toContain('Max-Age=2592000');
    expect(await world.sessionsOf(username)).toMatchObject([{ is_remembered: true }]);
  });

  test('leads to a client, which gets its code after the answer', async () => {
    const username = await world.aUser();
    const client = browser();
    const { clientId } = await world.credentials('gate');
    const query = { clientId, responseType: 'code', redirectUri: 'https://app.example/callback', scope: 'openid' };
    const at = (form: object) => login(client, { type: 'code', ...form }, query);
    expect(await at({ username, password })).toMatchObject({ ...asked, data2: null });
    expect(await at({ stamp: '4711' })).toMatchObject({ status: 'ok', data: expect.stringMatching(/^.{20,}$/) });
    expect(await isSignedIn(client)).toBe(false);
  });

  test('leaves the session of another user in place until the answer', async () => {
    const [before, username] = [await world.aUser(), await world.aUser()];
    await world.update('application', 'admin/gate', { enableSigninSession: true });
    const client = browser();
    await login(client, { application: 'open', username: before, password });
    const { clientId } = await world.credentials('gate');
    const query = { clientId, responseType: 'code', redirectUri: 'https://app.example/callback' };
    expect(await login(client, { type: 'code', username, password }, query)).toMatchObject(asked);
    expect((await client.get('get-account')).body.name).toBe(before);
    expect(await login(client, { type: 'code', stamp: '4711' }, query)).toMatchObject({ status: 'ok' });
    expect((await client.get('get-account')).body.name).toBe(username);
    expect(await world.sessionsOf(before)).toEqual([]);
    await world.update('application', 'admin/gate', { enableSigninSession: false });
  });

  test('stands in the API document', async () => {
    const document = await (await fetch(`${world.app.url}/openapi.json`)).json();
    expect(JSON.stringify(document.paths['/api/login'].post.requestBody)).toContain("The user's stamp.");
  });
});

describe('S23 wrong answers to a step before the session', () => {
  const guess = async (client: ReturnType<typeof browser>, stamp: string) =>
    (await login(client, { stamp })).code ?? 'ok';

  test('lock on all replicas, and the password does not give new guesses', async () => {
    const username = await world.aUser();
    for (let round = 0; round < 10; round++) {
      const client = browser(round % 2 ? world.app : world.other);
      expect(await login(client, { username, password })).toMatchObject(asked);
      expect(await guess(client, 'wrong')).toBe('code-wrong');
    }
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject(asked);
    expect(await guess(client, '4711')).toBe('locked');
    expect(await world.sessionsOf(username)).toEqual([]);
    world.later(61_000);
    expect(await guess(client, '4711')).toBe('ok');
  });

  test('stop at the limit when fifty come at once', async () => {
    const username = await world.aUser();
    const client = browser();
    await login(client, { username, password });
    const [here, there] = [client, world.copy(client, world.other)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => guess(index % 2 ? here : there, `${index}`)),
    );
    expect(answers.filter((code) => code === 'code-wrong').length).toBeLessThanOrEqual(10);
    expect(new Set(answers)).toEqual(new Set(['code-wrong', 'locked']));
    const before = judged.count;
    expect(await guess(client, '4711')).toBe('locked');
    expect(judged.count).toBe(before);
  });

  test('S24 of a stranger lock no browser that the user has used before', async () => {
    const username = await world.aUser();
    const own = browser();
    await login(own, { username, password });
    expect(await guess(own, '4711')).toBe('ok');
    await own.post('logout');
    const stranger = browser();
    await login(stranger, { username, password });
    for (let round = 0; round < 10; round++) await guess(stranger, 'wrong');
    expect(await guess(stranger, '4711')).toBe('locked');
    await login(own, { username, password });
    expect(await guess(own, '4711')).toBe('ok');
  });
});

describe('S28 no other way in avoids a step before the session', () => {
  test('not the password grant', async () => {
    const username = await world.aUser();
    await world.update('application', 'admin/gate', { grantTypes: ['password'] });
    const { headers } = await world.credentials('gate');
    const grant = (sent: string) =>
      world.app.anonymous.post(
        '/api/login/oauth/access_token',
        new URLSearchParams({ grant_type: 'password', scope: 'openid', username, password: sent }),
        { headers },
      );
    expect((await grant('wrong')).body).toMatchObject({ error_description: 'invalid username or password' });
    const { status, body } = await grant(password);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        error: 'invalid_grant',
        error_description: 'this user signs in on the sign-in page only',
      }),
    ]);
    expect(await world.sessionsOf(username)).toEqual([]);
    expect(await world.app.db('tokens').where({ user: username })).toEqual([]);
    const [record] = await world.app.db('records').where({ object: `user acme/${username}`, reason: 'code-missing' });
    expect(record).toMatchObject({ outcome: 'refused' });
  });

  test('not a sign-up that leads to more questions', async () => {
    const signupItems = [
      { name: 'Username', visible: true, required: true, prompted: false, rule: 'None' },
      { name: 'Password', visible: true, required: true, prompted: false, rule: 'None' },
      { name: 'Affiliation', visible: false, required: false, prompted: true, rule: 'None' },
    ];
    for (const [application, cookies] of [
      ['open', true],
      ['gate', false],
    ] as const) {
      expect(await world.update('application', `admin/${application}`, { signupItems })).toBe('ok');
      const client = browser();
      const username = `new_${application}`;
      const form = { application, organization: 'acme', username, password, confirm: password };
      expect((await client.post('signup', form)).body).toMatchObject({ status: 'ok', data: `acme/${username}` });
      expect(client.cookies.has(cookieName(client.url, 'session'))).toBe(cookies);
      expect(await world.update('application', `admin/${application}`, { signupItems: signupItems.slice(0, 2) })).toBe(
        'ok',
      );
    }
  });

  test('not a proof that works once: the step holds it, and it is used up', async () => {
    const username = await world.aUser({ education: 'row 7', email: 'ticket@acme.example' });
    const client = browser();
    expect(await login(client, { username, ticket: 'row 7' })).toMatchObject(asked);
    expect(await login(browser(), { username, ticket: 'row 7' })).toMatchObject({ code: 'sign-in-failed' });
    expect(await world.sessionsOf(username)).toEqual([]);
    expect(await login(client, { stamp: '4711' })).toMatchObject({ status: 'ok' });
    expect(await world.app.db('users').where({ name: username }).first('email_verified')).toEqual({
      email_verified: true,
    });
  });
});
