import { SMTPServer } from 'smtp-server';
import type { TokenService } from './token-service.ts';

interface Options {
  /** Private key and certificate. Without them, the server offers no TLS. */
  tls?: { key: string; cert: string };
  tokens: Pick<TokenService, 'issued'>;
  mailbox: string;
}

/**
 * A mail server that asks for a token before it takes mail, as «OAuth 2.0 Mechanism» of Gmail describes it: a wrong token gets 334 with an error
 * in base64, the client sends an empty line, and then the server refuses with 535. It takes tokens only inside TLS.
 */
export async function startModernMailServer({ tls, tokens, mailbox }: Options) {
  const received: string[] = [];
  const refused: string[] = [];
  const server = new SMTPServer({
    ...tls,
    authMethods: ['XOAUTH2'],
    allowInsecureAuth: !tls,
    ...(!tls && { disabledCommands: ['STARTTLS'] }),
    onAuth: ({ username, accessToken = '' }, _session, done) => {
      if (username === mailbox && tokens.issued.has(accessToken)) return done(null, { user: username });
      refused.push(accessToken);
      return done(null, { data: { status: '401', schemes: 'bearer', scope: 'https://mail.google.com/' } });
    },
    onData: (stream, { secure }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(`${secure ? 'TLS' : 'plain'}\n${Buffer.concat(chunks)}`);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    ...{ port, received, refused },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
