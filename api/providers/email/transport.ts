import { connect, isIP, type Socket } from 'node:net';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { EgressClient } from '../../core/egress/gate.ts';

type MailServer = Pick<Provider, 'host' | 'port' | 'requireTls'>;

/** The proof of the sender: a password, or a function that gets tokens. */
export interface Authentication {
  type: 'LOGIN' | 'OAUTH2';
  user: string;
  pass?: string;
  /** Gets a token. After a refusal of the server it asks for a new one. */
  provisionCallback?: (
    user: string,
    isRefused: boolean,
    done: (error: Error | null, accessToken?: string) => void,
  ) => void;
}

const tlsPort = 465;
const submissionPort = 587;
/** The longest wait for one answer of the server. */
const patience = 10_000;
/** The longest time for one mail. Without it, a server that answers slowly could hold a connection forever. */
const longestMs = 20_000;
const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** A socket to an address that the egress gate permits. The gate resolves names, and judges IP addresses first (S48). */
async function reach({ host, port }: { host: string; port: number }, way: EgressClient): Promise<Socket> {
  await way.assertHost(host);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: way.lookup, timeout: patience });
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.setTimeout(0).removeListener('error', reject);
      const late = setTimeout(() => socket.destroy(new Error(`${host}:${port} takes too long`)), longestMs);
      socket.once('close', () => clearTimeout(late));
      resolve(socket);
    });
  });
}

/** A connection to the provider's mail server. It verifies the certificate, and sends no password or token to others without TLS. */
export async function transportOf(
  { host, port: given, requireTls }: MailServer,
  auth: Authentication | undefined,
  way: EgressClient,
) {
  const { createTransport } = await import('nodemailer');
  const port = given || submissionPort;
  const options: SMTPTransport.Options = {
    host,
    port,
    secure: port === tlsPort,
    requireTLS: requireTls || (auth !== undefined && !isLoopback(host)),
    ...(auth && { auth }),
    tls: { rejectUnauthorized: true, ...(!isIP(host) && { servername: host }) },
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, done) =>
      void reach({ host, port }, way).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, false),
      ),
  };
  return createTransport(options);
}
