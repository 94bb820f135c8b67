import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { underWay } from '../../harness/under-way.ts';
import { add, password } from '../../harness/world.ts';
import { callback, createProtocolWorld, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
/** A second replica, and a third that hears of no changes. */
let told: TestApp;
let untold: TestApp;
beforeAll(async () => {
  world = await createProtocolWorld();
  const joining = { databaseUrl: world.app.databaseUrl, settings: { DOORWRIGHT_ORIGIN: world.app.url } };
  told = await startApp(joining);
  untold = await startApp({ ...joining, isDeaf: true });
});
afterAll(async () => {
  await told.stop();
  await untold.stop();
  await world.app.stop();
});

const applicationWith = (settings: Partial<Application> = {}) =>
  world.application(`app-${randomUUID()}`, {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials', 'password'],
    enableSigninSession: true,
    ...settings,
  });

const userinfoOf = (token: string, app = world.app, headers: Record<string, string> = {}) =>
  app.anonymous.get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${token}`, ...headers } });

type By = Pick<Application, 'clientId' | 'clientSecret'>;
const introspected = (token: string, { clientId, clientSecret }: By, app = world.app) => {
  const headers = basic(clientId, clientSecret);
  return app.anonymous.post('/api/login/oauth/introspect', new URLSearchParams({ token }), { headers });
};

/** Whether a token is good at one server: for its user's claims, and for introspection. */
async function goodAt(app: TestApp, token: string, by: By) {
  const { active = false } = (await introspected(token, by, app)).body as unknown as { active?: boolean };
  return [(await userinfoOf(token, app)).status === 200, active];
}
const good = (token: string, by: By) => Promise.all([world.app, told, untold].map((app) => goodAt(app, token, by)));
const yes = [true, true];

/** A new user, made by an administrator. */
async function somebody(facts: Record<string, unknown> = {}) {
  const name = `user-${randomUUID()}`;
  await add(world.root, 'user', { owner: 'acme', name, displayName: name, password, ...facts });
  return name;
}

async function byPassword({ clientId, clientSecret }: By, username: string, scope = 'openid') {
  const form = new URLSearchParams({ grant_type: 'password', username, password, scope });
  const headers = basic(clientId, clientSecret);
  const { body, text } = await world.app.anonymous.post('/api/login/oauth/access_token', form, { headers });
  const { access_token } = body as unknown as { access_token?: string };
  if (!access_token) throw new Error(text);
  return access_token;
}

describe('a cached answer', () => {
  test('costs no statement, and equals the first one', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice', 'openid email');
    for (const ask of [() => userinfoOf(token), () => introspected(token, application)]) {
      const first = await ask();
      const again = await ask();
      const fewest = await Promise.all([1, 2, 3].map(() => statementsOf(world.app, ask)));
      expect(Math.min(...fewest.map(({ length }) => length))).toBe(0);
      expect(again.text).toBe(first.text);
      const comparable = ({ headers }: typeof first) =>
        Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)));
      expect(comparable(again)).toEqual(comparable(first));
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    }
  });

  test('belongs to one token: its user, and the claims of its scopes', async () => {
    const application = await applicationWith();
    const names = [await somebody({ email: `${randomUUID()}@acme.example` }), await somebody()];
    const asked = names.flatMap((name) =>
      ['openid', 'openid email', 'openid profile'].map((scope) => ({ name, scope })),
    );
    const tokens = await Promise.all(asked.map(({ name, scope }) => byPassword(application, name, scope)));
    for (let round = 0; round < 2; round++) {
      const answers = await Promise.all(tokens.map((token) => userinfoOf(token)));
      expect(answers.map(({ body }) => (body as { name?: string }).name)).toEqual(
        asked.map(({ name, scope }) => (scope === 'openid profile' ? name : undefined)),
      );
      expect(answers.map(({ body }) => 'email' in body)).toEqual(
        asked.map(({ name, scope }) => scope === 'openid email' && name === names[0]),
      );
    }
  });

  test('S40 goes to its own client alone, and needs the client’s secret', async () => {
    const [application, other] = [await applicationWith(), await applicationWith()];
    const token = await byPassword(application, 'alice');
    for (let round = 0; round < 2; round++) {
      expect((await introspected(token, application)).body).toMatchObject({ active: true });
      expect((await introspected(token, other)).body).toEqual({ active: false });
      const { clientId } = application;
      expect((await introspected(token, { clientId, clientSecret: other.clientSecret })).status).toBe(401);
      expect((await introspected(token, { clientId, clientSecret: '' })).status).toBe(400);
      const bare = new URLSearchParams({ token, client_id: clientId });
      expect((await world.app.anonymous.post('/api/login/oauth/introspect', bare)).status).toBe(401);
    }
  });

  test('S20 does not go to pages of other origins', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    expect((await userinfoOf(token)).status).toBe(200);
    expect((await userinfoOf(token, world.app, { Origin: 'https://evil.example' })).text).not.toContain('sub');
    const Origin = new URL(callback).origin;
    const answer = await userinfoOf(token, world.app, { Origin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, Origin]);
    expect((await userinfoOf(token)).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('does not hide other parameters of a request', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice', 'openid email');
    const headers = { Authorization: `Bearer ${token}` };
    expect((await userinfoOf(token)).status).toBe(200);
    expect((await world.app.anonymous.get('/api/userinfo', { scope: 'phone' }, { headers })).status).toBe(403);
    expect((await world.app.anonymous.get('/api/userinfo', { access_token: token })).status).toBe(400);
    expect((await userinfoOf(token, world.app, { DPoP: 'none' })).status).not.toBe(200);
    const inBody = new URLSearchParams({ access_token: token });
    expect((await world.app.anonymous.post('/api/userinfo', inBody)).status).toBe(200);
    expect((await world.app.anonymous.post('/api/userinfo', inBody, { headers })).status).toBe(400);
  });
});

describe('S22 a token with cached answers ends at once here, within a second on another replica, and within five without notice', () => {
  type Tokens = Awaited<ReturnType<typeof tokensFor>>;
  interface Case extends Tokens {
    application: Application;
    name: string;
  }
  const update = (kind: string, id: string, change: Record<string, unknown>) =>
    world.root.post(`update-${kind}`, change, { query: { id, columns: Object.keys(change).join() } });

  const ends: [string, (it: Case) => Promise<unknown>][] = [
    ['it is revoked', ({ rp, tokens }) => client.tokenRevocation(rp, tokens.access_token)],
    ['its refresh token is revoked', ({ rp, tokens }) => client.tokenRevocation(rp, String(tokens.refresh_token))],
    ['it is refreshed', ({ rp, tokens }) => client.refreshTokenGrant(rp, String(tokens.refresh_token))],
    ['its user signs out', ({ browser }) => browser.post('logout')],
    [
      'they sign in again in the same browser, and out',
      async ({ browser, name }) => {
        const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: name, password };
        await browser.post('login', form);
        await browser.post('logout');
      },
    ],
    [
      'they have a new password',
      ({ name }) =>
        world.root.post('set-password', { userOwner: 'acme', userName: name, newPassword: `${password}-new` }),
    ],
    ['they are blocked', ({ name }) => update('user', `acme/${name}`, { isForbidden: true })],
    ['they are deleted', ({ name }) => world.root.post('delete-user', { owner: 'acme', name })],
    [
      'its application is switched off',
      ({ application }) => update('application', `admin/${application.name}`, { isEnabled: false }),
    ],
    [
      'an administrator deletes it',
      async ({ application }) => {
        const { name } = await world.app.db('tokens').where({ application: application.name }).first();
        await world.root.post('delete-token', { owner: 'admin', name });
      },
    ],
  ];

  /**
   * The milliseconds after which a question at a server was last answered with yes. The time counts when the question is asked,
   * so a busy machine, which answers late, adds nothing.
   */
  async function lastYes(app: TestApp, token: string, by: By): Promise<number> {
    const begun = performance.now();
    let last = 0;
    for (let asked = 0; asked < 6_000; asked = performance.now() - begun) {
      if (!(await goodAt(app, token, by)).includes(true)) return last;
      last = asked;
      await delay(100);
    }
    return last;
  }

  /** The answers about a token before and right after its end, and the delay of the two other servers. */
  async function ending(end: (it: Case) => Promise<unknown>) {
    const application = await applicationWith();
    const name = await somebody();
    const it = { ...(await tokensFor(world, application, {}, name)), application, name };
    const token = it.tokens.access_token;
    const by = { ...application };
    const before = await good(token, by);
    await end(it);
    const { body, status } = await userinfoOf(token);
    const isActive = (await introspected(token, by)).text.includes('"active":true');
    const atOnce = [status, (body as { sub?: string }).sub, isActive];
    const late = underWay(lastYes(untold, token, by));
    return { before, atOnce, told: await lastYes(told, token, by), untold: late };
  }

  // One after the other. Only the server without notice overlaps with the next case.
  const endings = new Map<string, Awaited<ReturnType<typeof ending>>>();
  beforeAll(async () => {
    for (const [when, end] of ends) endings.set(when, await ending(end));
  });

  test.each(ends)('when %s', async (when) => {
    const ended = endings.get(when);
    expect(ended).toMatchObject({ before: [yes, yes, yes], atOnce: [401, undefined, false] });
    expect(ended?.told).toBeLessThan(1_000);
    expect(await ended?.untold).toBeLessThan(5_000);
  });

  test('when it expires', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    const { expires_in } = await world.app.db('tokens').where({ application: application.name }).first();
    const row = world.app.db('tokens').where({ application: application.name, expires_in });
    await row.update({ created_time: new Date(), expires_in: 3 });
    const end = Date.now() + 3_000;
    expect(await good(token, application)).toEqual([yes, yes, yes]);
    await expect.poll(() => Date.now(), { timeout: 4_000 }).toBeGreaterThan(end);
    const no = [false, false];
    expect(await good(token, application)).toEqual([no, no, no]);
  });
});

test('a changed user changes the answer at once', async () => {
  const application = await applicationWith();
  const name = await somebody({ homepage: 'https://before.example' });
  const token = await byPassword(application, name, 'openid profile');
  const website = async () => ((await userinfoOf(token)).body as { website?: string }).website;
  expect(await website()).toBe('https://before.example');
  const change = { homepage: 'https://after.example' };
  await world.root.post('update-user', change, { query: { id: `acme/${name}`, columns: 'homepage' } });
  expect(await website()).toBe('https://after.example');
});

describe('S23 each request proves its client, although the answer is cached', () => {
  test('a replaced secret is refused at once', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    expect((await introspected(token, application)).body).toMatchObject({ active: true });
    const clientSecret = randomUUID();
    const query = { id: `admin/${application.name}`, columns: 'clientSecret' };
    await world.root.post('update-application', { clientSecret }, { query });
    expect((await introspected(token, application)).status).toBe(401);
    expect((await introspected(token, { ...application, clientSecret })).body).toMatchObject({ active: true });
  });

  test('during a lock the right secret is refused too, if a person chose it', async () => {
    const application = await applicationWith({ clientSecret: 'chosen by somebody' });
    const token = await byPassword(application, 'alice');
    expect((await introspected(token, application)).body).toMatchObject({ active: true });
    for (let guess = 0; guess < 10; guess++)
      expect((await introspected(token, { ...application, clientSecret: 'wrong' })).status).toBe(401);
    const locked = await introspected(token, application);
    expect([locked.status, locked.headers.has('retry-after')]).toEqual([401, true]);
    expect((await userinfoOf(token)).status).toBe(200);
  });

  test('and the use of the secret is noted', async () => {
    const application = await applicationWith();
    const token = await byPassword(application, 'alice');
    expect((await introspected(token, application)).body).toMatchObject({ active: true });
    const used = () => world.app.db('client_secrets').where({ application: application.name }).first();
    expect(Date.parse((await used()).last_used_time)).toBeGreaterThan(Date.now() - 60_000);
  });
});

test('each request proves its key: a bound token is useless without', async () => {
  const application = await applicationWith({ oauthFeatures: ['dpop'] });
  const rp = await world.relyingParty(application);
  const DPoP = client.getDPoPHandle(rp, await client.randomDPoPKeyPair());
  const form = { username: 'alice', password, scope: 'openid' };
  const tokens = await client.genericGrantRequest(rp, 'password', form, { DPoP });
  expect(await client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck, { DPoP })).toHaveProperty('sub');
  expect(await client.fetchUserInfo(rp, tokens.access_token, client.skipSubjectCheck, { DPoP })).toHaveProperty('sub');
  for (const scheme of ['Bearer', 'DPoP']) {
    const stolen: Client = world.app.client({ Authorization: `${scheme} ${tokens.access_token}` });
    expect((await stolen.get('/api/userinfo')).status).not.toBe(200);
  }
  for (let round = 0; round < 2; round++)
    expect((await introspected(tokens.access_token, application)).body).toMatchObject({
      active: true,
      token_type: 'DPoP',
    });
});
