import type { Item } from '../../contract.ts';
import { whyWithoutSecret } from '../names.ts';
import type { Plan } from '../plan/plan.ts';

const isOn = (value: string | undefined) => value === 'true';

/** Port 465 has TLS from the start, and 25 is the port of mail servers. */
const usualPort = (ssl: boolean) => (ssl ? 465 : 25);

/** The mail server of a realm as a provider. */
export function* readMail({ realm, organization, mail, lose, from }: Plan): Iterable<Item> {
  const server = realm.smtpServer;
  if (!mail) return;
  const hasLogin = isOn(server.auth);
  const secret = hasLogin ? (server.password ?? '') : '';
  const why = whyWithoutSecret(secret);
  const sender = (hasLogin ? server.user : server.from) ?? '';
  const port = Number(server.port) || usualPort(isOn(server.ssl));
  yield {
    ...{ kind: 'provider', from: from('mail server', server.host ?? '') },
    fields: {
      ...{ owner: 'admin', name: mail, displayName: `Mail of ${realm.displayName || realm.realm}`.slice(0, 100) },
      ...{ category: 'Email', type: 'Default', audience: 'named', organizations: [organization] },
      ...{ host: server.host, port, requireTls: isOn(server.ssl) || isOn(server.starttls) },
      // The user name is also the sender. A server without sign-in leaves it free.
      ...{ clientId: sender, clientSecret: why ? '' : secret },
    },
  };
  const tell = (lost: string, reason: string) => lose('mail server', server.host ?? '', lost, reason);
  if (why) yield tell('password', why);
  if (server.from && server.from !== sender)
    yield tell(`sender ${server.from}`, 'mail has the user name of the server as its sender');
  if (isOn(server.ssl) && port !== 465)
    yield tell(`TLS from the start on port ${port}`, 'only port 465 has it; others use STARTTLS');
  if (server.authType === 'token') yield tell('sign-in with a token', 'add a provider of type XOAUTH2');
}
