import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server that refuses receivers by their names: `missing` has no mailbox, and `elsewhere` is not relayed. */
export async function startChoosyMailServer(): Promise<{ port: number; stop: () => Promise<void> }> {
  const refusals: Readonly<Record<string, string>> = {
    missing: '5.1.1 <missing@example.com> User unknown',
    elsewhere: '5.7.1 <elsewhere@example.com> Relaying denied',
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const refusal = refusals[address.split('@')[0] ?? ''];
      done(refusal ? Object.assign(new Error(refusal), { responseCode: 550 }) : null);
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A server that takes connections and says nothing. */
export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    // The end of the other side is read only while somebody reads.
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** The connections that wait for a word. */
    waiting: () => sockets.size,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
