import { afterAll, beforeAll, expect } from 'vitest';
import { add } from '../../harness/world.ts';
import { type Item, item } from '../world/pages-world.ts';
import { askForCode, from } from '../world/portal-world.ts';
import { type ShopServers, startShopServers } from '../world/shop-servers.ts';

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

/** Two servers, a shop with sign-up by mailed codes, and a clock that the test moves. */
export function signUpWorld() {
  let servers: ShopServers;
  beforeAll(async () => {
    servers = await startShopServers({ signupItems: [...basics, displayName, email, item('Agreement')] });
  });
  afterAll(() => servers?.stop());

  return {
    get app() {
      return servers.app;
    },
    get other() {
      return servers.other;
    },
    get root() {
      return servers.root;
    },
    get mail() {
      return servers.mail;
    },
    later(ms: number) {
      servers.later(ms);
    },
    /** An application of acme with these signup items. */
    async asking(name: string, signupItems: Item[], more: Record<string, unknown> = {}): Promise<string> {
      const settings = { organization: 'acme', cert: 'cert-built-in', enableSignUp: true };
      await add(servers.root, 'application', { name, ...settings, signupItems, ...more });
      return name;
    },
    signUp: async (fields: Record<string, unknown>, client = from(servers.app)) =>
      (await client.post('signup', fields)).body,
    stored: (name: string) => servers.app.store('user').find(servers.app.db, 'acme', name),
    /** A form with the code that was mailed to its address. */
    async coded(username: string, more: Record<string, unknown> = {}) {
      const fields = form(username, more);
      expect((await askForCode(from(servers.app), String(fields.email), { method: 'signup' })).status).toBe('ok');
      return { ...fields, emailCode: await servers.mail.codeTo(String(fields.email)) };
    },
  };
}
