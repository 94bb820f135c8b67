import type { TestApp } from '../../harness/app.ts';
import type { Client, Envelope } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider } from '../mail/mail-server.ts';

/** The tests are a trusted proxy, so that a request can come from any address. The mail server is on this machine. */
export const portalSettings = {
  DOORWRIGHT_TRUSTED_PROXIES: '127.0.0.0/8',
  DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8',
  DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8',
};

let addresses = 0;
/** A browser at another network address. */
export const from = (to: TestApp, address = `198.51.${100 + Math.floor(++addresses / 250)}.${addresses % 250}`) =>
  to.client({ 'X-Forwarded-For': address });

/** The organization acme, with alice, and the application shop, which sends mail and asks for no captcha. */
export async function createShop(root: Client, mail: MailServer, more: Record<string, unknown> = {}): Promise<void> {
  await add(root, 'provider', mailProvider('provider_mail', mail));
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  await add(root, 'user', { owner: 'acme', name: 'alice', password, email: 'alice@acme.example' });
  await add(root, 'application', {
    name: 'shop',
    organization: 'acme',
    cert: 'cert-built-in',
    enableSignUp: true,
    enableCodeSignin: true,
    providers: [{ name: 'provider_mail' }],
    ...more,
  });
}

type Fields = Record<string, string>;

/** Asks for a code by email at the shop. */
export const askForCode = async (client: Client, dest: string, more: Fields = {}): Promise<Envelope> =>
  (
    await client.post(
      'send-verification-code',
      new URLSearchParams({ type: 'email', dest, applicationId: 'admin/shop', checkUser: '', ...more }),
    )
  ).body;

/** A wrong code. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
