import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client, Envelope } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type Authenticator, createAuthenticator, type Manner } from './authenticator.ts';

const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' };

export interface Keeper {
  name: string;
  /** A browser in which they are signed in. */
  browser: Client;
  key: Authenticator;
}

/** Two replicas with the organizations acme and globex, acme's application `shop` with passkeys, and a clock that the tests move. */
export function passkeyWorld(more: Record<string, string> = {}) {
  // The library of OpenID Connect has the real clock.
  let time = Date.now();
  let addresses = 0;
  let app: TestApp;
  let other: TestApp;
  let root: Client;
  const now = () => new Date(time);

  beforeAll(async () => {
    app = await startApp({ now, settings: { ...settings, ...more } });
    const shared = { ...settings, DOORWRIGHT_ORIGIN: app.url, ...more };
    other = await startApp({ now, settings: shared, databaseUrl: app.databaseUrl });
    root = await app.admin();
    for (const name of ['acme', 'globex']) await add(root, 'organization', { name, displayName: name });
    for (const [name, organization, enableWebAuthn] of [
      ['shop', 'acme', true],
      ['bank', 'acme', true],
      ['desk', 'acme', false],
      ['yard', 'globex', true],
    ] as const)
      await add(root, 'application', { name, organization, cert: 'cert-built-in', enableWebAuthn, enableSignUp: true });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const optionsOf = async (client: Client, step: 'signin' | 'signup', query: Record<string, string> = {}) => {
    const { body } = await client.get(`webauthn/${step}/begin`, query);
    const { publicKey } = body as unknown as {
      publicKey?: Parameters<Authenticator['get']>[0] & Record<string, unknown>;
    };
    if (!publicKey) throw new Error(`no options: ${body.code}`);
    return publicKey;
  };

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
    optionsOf,
    browser: (at = app) =>
      at.client({ 'X-Forwarded-For': `198.51.${Math.floor(++addresses / 250)}.${addresses % 250}` }),
    async signedIn(name: string, owner = 'acme', secret = password): Promise<Client> {
      const browser = world.browser();
      const application = owner === 'acme' ? 'shop' : 'yard';
      const form = { type: 'login', application, organization: owner, username: name, password: secret };
      const { body } = await browser.post('login', form);
      if (body.status !== 'ok') throw new Error(body.msg);
      return browser;
    },
    async aUser(more: Record<string, unknown> = {}): Promise<string> {
      const name = `user-${randomUUID()}`;
      await add(root, 'user', { owner: 'acme', name, displayName: name, password, ...more });
      return name;
    },
    /** Adds a passkey in a browser. */
    async register(browser: Client, manner: Manner = {}, key = createAuthenticator(app.url)) {
      const made = key.create(await optionsOf(browser, 'signup'), manner);
      const { body } = await browser.post('webauthn/signup/finish', made);
      return { key, body };
    },
    /** Proves a passkey again in a session that began with the password. Changes of passkeys need that. */
    async prove(browser: Client, key: Authenticator, manner: Manner = {}) {
      const { data } = (await browser.post('ask-factor', { factor: 'passkey', again: true })).body;
      const factorCredential = JSON.stringify(key.get(data.publicKey, manner));
      return (await browser.post('prove-again', { factor: 'passkey', factorCredential })).body;
    },
    /** A user with a passkey. */
    async aKeeper(more: Record<string, unknown> = {}, manner: Manner = {}): Promise<Keeper> {
      const name = await world.aUser(more);
      const browser = await world.signedIn(name, String(more.owner ?? 'acme'));
      const { key, body } = await world.register(browser, manner);
      if (body.status !== 'ok') throw new Error(body.msg);
      return { name, browser, key };
    },
    /** The form with which the page of an application sends an answer. */
    login: async (client: Client, credential: object, form: object = {}): Promise<Envelope> =>
      (
        await client.post('login', {
          ...{ type: 'login', application: 'shop', organization: 'acme', credential: JSON.stringify(credential) },
          ...form,
        })
      ).body,
    sessionsOf: (user: string) => app.db('sessions').where({ owner: 'acme', user }).orderBy('created_time'),
    records: (action: string, user: string, outcome = 'ok') =>
      app
        .db('records')
        .where({ owner: 'acme', action, outcome, object: `user acme/${user}` })
        .orderBy('created_time', 'desc'),
  };
  return world;
}
