import { SMTPServer } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  /** The whole mail as it came over the wire. */
  text: string;
}

export interface MailServer {
  port: number;
  received: Received[];
  /** Waits for the newest mail to an address, with these words. */
  mailTo: (address: string, words?: RegExp) => Promise<Received>;
  /** The six digits of the newest mail to an address. */
  codeTo: (address: string) => Promise<string>;
  stop: () => Promise<void>;
}

export const mailUser = 'postmaster@doorwright.example';
export const mailPassword = 'password of the mail server';

const aCode = /code is (\d{6})/;

interface Options {
  /** The port of an earlier server. */
  port?: number;
  /** The server waits for this before it takes a letter. */
  until?: () => Promise<unknown>;
}

/** A real SMTP server on the loopback interface that keeps all mail. */
export async function startMailServer({ port: given = 0, until }: Options = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === mailUser && password === mailPassword
        ? done(null, { user: username })
        : done(new Error('535 wrong user name or password')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        await until?.();
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(given, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };

  async function mailTo(address: string, words = /(?:)/): Promise<Received> {
    // Far longer than a busy machine needs. A mail that comes does not take longer for it.
    const deadline = Date.now() + 90_000;
    while (Date.now() < deadline) {
      const found = received.findLast(({ to, text }) => to.includes(address) && words.test(text));
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`no mail came to ${address}`);
  }

  return {
    port,
    received,
    mailTo,
    codeTo: async (address) => aCode.exec((await mailTo(address, aCode)).text)?.[1] ?? '',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The fields of a provider that sends through the server. */
export const mailProvider = (name: string, { port }: Pick<MailServer, 'port'>) => ({
  name,
  category: 'Email',
  type: 'Default',
  host: '127.0.0.1',
  port,
  clientId: mailUser,
  clientSecret: mailPassword,
  title: 'Your code',
  content: 'Your code is %s. It works for 5 minutes.',
});
