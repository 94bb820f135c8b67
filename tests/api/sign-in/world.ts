import type { Ticker } from '@doorwright/api/background/ticks.ts';
import { afterAll, beforeAll } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';

/** The peer of the tests counts as a proxy, so that a request can come from any address. */
const settings = { DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8' };

const form = { type: 'login', application: 'app-built-in', organization: 'acme', username: 'alice', password };

/** Two servers on one database, an organization with a user, and a clock that the tests move. */
export function signInWorld({ ticker }: { ticker?: Ticker } = {}) {
  let time = Date.parse('2026-11-21T12:00:00Z');
  let addresses = 0;
  let app: TestApp;
  let other: TestApp;
  let root: Client;
  const now = () => new Date(time);
  beforeAll(async () => {
    app = await startApp({ now, settings, ...(ticker && { ticker }) });
    other = await startApp({ now, settings, databaseUrl: app.databaseUrl });
    root = await app.admin();
    await add(root, 'organization', { name: 'acme' });
    await add(root, 'user', { owner: 'acme', name: 'alice', password });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const signIn = (client: Client, changes: Record<string, unknown> = {}) =>
    client.post('login', { ...form, ...changes });
  return {
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
    settings,
    later(ms: number) {
      time += ms;
    },
    /** A browser at another address. */
    from: (to: TestApp, address = `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`) =>
      to.client({ 'X-Forwarded-For': address }),
    form,
    signIn,
    codeOf: async (client: Client, changes: Record<string, unknown> = {}) =>
      (await signIn(client, changes)).body.code ?? 'ok',
    aUser: (name: string, more: Record<string, unknown> = {}) =>
      add(root, 'user', { owner: 'acme', name, password, ...more }),
  };
}
