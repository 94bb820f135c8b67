import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { basic } from '../../harness/client.ts';
import { cookieName } from '../../harness/cookies.ts';
import { add, password, startTenants } from '../../harness/world.ts';

let world: Awaited<ReturnType<typeof startTenants>>;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world.app.stop());

interface Somebody {
  name: string;
  holder: { owner: string; name: string; application: string };
  /** Another browser in which the user signs in. */
  signsIn: () => Promise<Client>;
}

async function somebody(): Promise<Somebody> {
  const name = `user-${randomUUID()}`;
  await add(world.root, 'user', { owner: 'acme', name, displayName: 'Somebody', password });
  const application = 'app-acme';
  const form = { type: 'login', application, organization: 'acme', username: name, password };
  return {
    name,
    holder: { owner: 'acme', name, application },
    async signsIn() {
      const client = world.app.client();
      expect((await client.post('login', form)).body).toMatchObject({ status: 'ok' });
      return client;
    },
  };
}

const isSignedIn = async (client: Client) => (await client.get('get-account')).body.status === 'ok';
const sessionsOf = async ({ name }: Somebody, client = world.acme.admin) =>
  (await client.get('get-session', { sessionPkId: `acme/${name}/app-acme` })).body;

describe('an administrator and an application of the organization', () => {
  test('see which users are signed in at which application, in how many browsers', async () => {
    const user = await somebody();
    const before = Date.now();
    await user.signsIn();
    await user.signsIn();
    for (const client of [world.acme.admin, world.acme.application]) {
      const { data, data2 } = (await client.get('get-sessions', { owner: 'acme' })).body;
      const held = data.find(({ name }: { name: string }) => name === user.name);
      expect(held).toEqual({ ...user.holder, createdTime: expect.any(String), sessionId: expect.any(Array) });
      expect(held.sessionId).toHaveLength(2);
      expect(Date.parse(held.createdTime)).toBeGreaterThanOrEqual(before - 1000);
      expect(data2).toBe(data.length);
      expect((await sessionsOf(user, client)).data).toEqual(held);
    }
    const page = (await world.acme.admin.get('get-sessions', { owner: 'acme', p: 1, pageSize: 1 })).body;
    expect(page.data).toMatchObject([{ name: user.name }]);
  });

  test('end one session, or all sessions of a user at an application, which leaves a record', async () => {
    const user = await somebody();
    const [one, other] = [await user.signsIn(), await user.signsIn()];
    const { sessionId } = (await sessionsOf(user)).data;
    const ended = await world.acme.admin.post('delete-session', { ...user.holder, sessionId: [sessionId[0]] });
    expect(ended.body).toMatchObject({ status: 'ok', data: 'Affected' });
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
    expect((await sessionsOf(user)).data.sessionId).toEqual([sessionId[1]]);

    expect((await world.acme.application.post('delete-session', user.holder)).body.status).toBe('ok');
    expect(await isSignedIn(other)).toBe(false);
    expect(await sessionsOf(user)).toMatchObject({ code: 'not-found' });
    expect((await world.acme.admin.post('delete-session', user.holder)).body.code).toBe('not-found');

    const object = `session acme/${user.name}/app-acme`;
    const records = await world.app.db('records').where({ owner: 'acme', object }).orderBy('created_time');
    expect(records.map(({ outcome, user }) => ({ outcome, user }))).toEqual([
      { outcome: 'ok', user: 'adam' },
      { outcome: 'ok', user: 'app/app-acme' },
      { outcome: 'refused', user: 'adam' },
    ]);
  });

  test('cannot create a session, because only a sign-in does', async () => {
    for (const verb of ['add', 'update']) {
      const session = { owner: 'acme', name: 'alice', application: 'app-acme', sessionId: ['planted'] };
      const refused = (await world.acme.admin.post(`${verb}-session`, session)).body;
      expect(refused).toMatchObject({ status: 'error', code: 'sessions-by-sign-in' });
    }
  });
});

test('S9 administrators and applications of another organization neither see nor end a session', async () => {
  const user = await somebody();
  const client = await user.signsIn();
  for (const foreign of [world.globex.admin, world.globex.application, world.acme.user, world.app.anonymous]) {
    for (const query of [{ owner: 'acme' }, {}]) {
      const { body } = await foreign.get('get-sessions', query as Record<string, string>);
      expect(JSON.stringify(body)).not.toContain(user.name);
    }
    expect((await sessionsOf(user, foreign)).status).toBe('error');
    expect((await foreign.post('delete-session', user.holder)).body.status).toBe('error');
  }
  expect(await isSignedIn(client)).toBe(true);
});

test('S12 the answer about a session contains neither its cookie nor its row', async () => {
  const user = await somebody();
  const client = await user.signsIn();
  const shown = JSON.stringify(await sessionsOf(user));
  const [row] = await world.app.db('sessions').where({ owner: 'acme', user: user.name });
  const cookie = client.cookies.get(cookieName(client.url, 'session'));
  expect(cookie).toBeDefined();
  for (const secret of [row.id, cookie]) expect(shown).not.toContain(secret);
  const [id] = JSON.parse(shown).data.sessionId;
  const thief = world.app.client();
  thief.cookies.set(cookieName(thief.url, 'session'), id);
  expect(await isSignedIn(thief)).toBe(false);
});

test('S22 a deleted session ends the tokens that were issued in it', async () => {
  const name = `app-${randomUUID()}`;
  const callback = 'https://app.example/callback';
  const own = { redirectUris: [callback], grantTypes: ['authorization_code', 'refresh_token'] };
  await add(world.root, 'application', {
    name,
    organization: 'acme',
    cert: 'cert-built-in',
    enablePassword: true,
    ...own,
  });
  const { clientId, clientSecret } = (await world.root.get('get-application', { id: `admin/${name}` })).body.data;
  const user = await somebody();
  const asked = { clientId, responseType: 'code', redirectUri: callback, scope: 'openid', state: 'any' };
  const form = { type: 'code', application: name, organization: 'acme', username: user.name, password };
  const browser = world.app.client();
  const signedIn = (await browser.post('login', form, { query: asked })).body;
  expect(signedIn).toMatchObject({ status: 'ok' });
  const client = world.app.client(basic(clientId, clientSecret));
  const ask = async (path: string, body: Record<string, string>) =>
    JSON.parse((await client.post(`/api/login/oauth/${path}`, new URLSearchParams(body))).text);
  const grant = { grant_type: 'authorization_code', redirect_uri: callback, code: String(signedIn.data) };
  const { access_token, refresh_token } = await ask('access_token', grant);
  expect(await ask('introspect', { token: access_token })).toMatchObject({ active: true });

  const holder = { owner: 'acme', name: user.name, application: name };
  expect((await world.acme.admin.post('delete-session', holder)).body.status).toBe('ok');
  expect(await isSignedIn(browser)).toBe(false);
  expect(await ask('introspect', { token: access_token })).toEqual({ active: false });
  const refreshed = await ask('access_token', { grant_type: 'refresh_token', refresh_token });
  expect(refreshed).toMatchObject({ error: 'invalid_grant' });
});
