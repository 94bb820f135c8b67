import { afterAll, beforeAll, expect } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add } from '../harness/world.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { askForCode, createShop, from, portalSettings } from './portal-world.ts';

type Item = { name: string; visible?: boolean; required?: boolean; prompted?: boolean; rule?: string };
export const item = (name: string, more: Partial<Item> = {}): Item => ({ name, ...more });
export const id = item('ID', { visible: false, required: true, rule: 'Random' });
export const displayName = item('Display name');
export const email = item('Email', { rule: 'Normal' });
export const basics = [id, item('Username'), item('Password'), item('Confirm password')];

export const secret = { password: 'a-good-password', confirm: 'a-good-password' };
export const form = (username: string, more: Record<string, unknown> = {}) => ({
  application: 'shop',
  organization: 'acme',
  username,
  name: 'Somebody New',
  ...secret,
  email: `${username}@example.com`,
  agreement: true,
  ...more,
});

/** Two servers, a shop that people sign up at by mailed codes, and a clock that the file moves. */
export function signUpWorld() {
  let time = Date.parse('2026-11-21T12:00:00Z');
  const options = { now: () => new Date(time), settings: portalSettings };
  let mail: MailServer;
  let app: TestApp;
  let other: TestApp;
  let root: Client;
  beforeAll(async () => {
    mail = await startMailServer();
    app = await startApp(options);
    other = await startApp({ ...options, databaseUrl: app.databaseUrl });
    root = await app.admin();
    await createShop(root, mail, { signupItems: [...basics, displayName, email, item('Agreement')] });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
    await mail.stop();
  });

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
    get mail() {
      return mail;
    },
    later(ms: number) {
      time += ms;
    },
    /** An application of acme that asks this at sign-up. */
    async asking(name: string, signupItems: Item[], more: Record<string, unknown> = {}): Promise<string> {
      const settings = { organization: 'acme', cert: 'cert-built-in', enableSignUp: true };
      await add(root, 'application', { name, ...settings, signupItems, ...more });
      return name;
    },
    signUp: async (fields: Record<string, unknown>, client = from(app)) => (await client.post('signup', fields)).body,
    stored: (name: string) => app.store('user').find(app.db, 'acme', name),
    /** A form with the code that was mailed to its address. */
    async coded(username: string, more: Record<string, unknown> = {}) {
      const fields = form(username, more);
      expect((await askForCode(from(app), String(fields.email), { method: 'signup' })).status).toBe('ok');
      return { ...fields, emailCode: await mail.codeTo(String(fields.email)) };
    },
  };
}
