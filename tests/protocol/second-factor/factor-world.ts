import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { carryCookies } from '../../harness/cookies.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { add, password } from '../../harness/world.ts';

const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' };

export interface Enrolled {
  username: string;
  secret: string;
  recoveryCodes: string[];
}

/** Two replicas with the organization acme, its application `shop`, and a clock that the tests move. */
export function factorWorld(organization: Record<string, unknown> = {}, more: Record<string, string> = {}) {
  // The library of OpenID Connect has the real clock.
  let time = Date.now();
  let addresses = 0;
  let app: TestApp;
  let other: TestApp;
  let root: Client;
  const now = () => new Date(time);
  const common = { organization: 'acme', cert: 'cert-built-in', redirectUris: ['https://app.example/callback'] };

  beforeAll(async () => {
    app = await startApp({ now, settings: { ...settings, ...more } });
    other = await startApp({ now, settings: { ...settings, ...more }, databaseUrl: app.databaseUrl });
    root = await app.admin();
    await add(root, 'organization', { name: 'acme', displayName: 'Acme', ...organization });
    for (const name of ['shop', 'bank'])
      await add(root, 'application', {
        ...{ ...common, name, enableSigninSession: true },
        grantTypes: ['authorization_code', 'password', 'refresh_token'],
      });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const world = {
    get app() {
      return app;
    },
    get other() {
      return other;
    },
    get root() {
      return root;
    },
    now,
    later(ms: number) {
      time += ms;
    },
    /** The session of the administrator has ended after some days. */
    async renewRoot(): Promise<void> {
      root = await app.admin();
    },
    browser: (at = app) =>
      at.client({ 'X-Forwarded-For': `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}` }),
    copy(from: Client, at = app): Client {
      const to = at.client();
      carryCookies(from, to);
      return to;
    },
    /** The code that an app shows now. Each call is one time step later, because a code works once. */
    code(secret: string, steps = 0): string {
      return oneTimeCode(fromBase32(secret), now(), { steps });
    },
    async update(kind: string, id: string, change: object): Promise<void> {
      const { body } = await root.post(`update-${kind}`, change, { query: { id } });
      if (body.status !== 'ok') throw new Error(body.msg);
    },
    async aUser(more: Record<string, unknown> = {}): Promise<string> {
      const name = `user-${randomUUID()}`;
      await add(root, 'user', { owner: 'acme', name, displayName: name, password, ...more });
      return name;
    },
    /** A user with an app for one-time codes, who set it up on their account page. */
    async enrolled(more: Record<string, unknown> = {}): Promise<Enrolled> {
      const username = await world.aUser(more);
      const client = world.browser();
      await world.login(client, { username, password });
      const { secret, enrolment } = (await client.post('begin-factor')).body.data;
      const { body } = await client.post('add-factor', { enrolment, code: world.code(secret) });
      if (body.status !== 'ok') throw new Error(body.msg);
      world.later(60_000);
      return { username, secret, recoveryCodes: body.data };
    },
    login: async (client: Client, form: object, query: Record<string, string> = {}) =>
      (await client.post('login', { type: 'login', application: 'shop', organization: 'acme', ...form }, { query }))
        .body,
    sessionsOf: (user: string) => app.db('sessions').where({ owner: 'acme', user }).orderBy('created_time'),
    async credentials(application: string) {
      const { data } = (await root.get('get-application', { id: `admin/${application}` })).body;
      return { clientId: String(data.clientId), headers: basic(data.clientId, data.clientSecret) };
    },
  };
  return world;
}
