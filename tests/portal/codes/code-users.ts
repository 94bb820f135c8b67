import { add, password } from '../../harness/world.ts';
import { askForCode, from } from '../world/portal-world.ts';
import type { ShopServers } from '../world/shop-servers.ts';

export const login = { method: 'login' };

/** Users of acme who sign in at the shop with codes by email. */
export function codeUsers({ app, root, mail }: ShopServers) {
  /** A user of acme with an own address. */
  async function aUser(name: string, more: Record<string, unknown> = {}): Promise<string> {
    const email = `${name}@acme.example`;
    await add(root, 'user', { owner: 'acme', name, password, email, ...more });
    return email;
  }
  /** A user who got a code for sign-in. */
  async function invited(name: string): Promise<{ email: string; code: string }> {
    const email = await aUser(name);
    const { status } = await askForCode(from(app), email, login);
    if (status !== 'ok') throw new Error(`no code was sent to ${email}`);
    return { email, code: await mail.codeTo(email) };
  }
  const signIn = (username: string, code: string, application = 'shop', client = from(app)) =>
    client.post('login', { type: 'login', application, username, code });
  const outcome = async (...asked: Parameters<typeof signIn>) => (await signIn(...asked)).body.code ?? 'ok';
  return { aUser, invited, signIn, outcome };
}

export type CodeUsers = ReturnType<typeof codeUsers>;
