import { type LookupFunction, Socket } from 'node:net';
import type { Assignment } from './connector.ts';

interface Target extends Pick<Assignment, 'addresses'> {
  host: string;
  port: number;
  /** The socket closes after this number of bytes. */
  bytes: number;
}

const checkEveryMs = 10;

/** A socket that connects only to addresses that the egress gate allowed, however often a driver resolves the host. */
export function guardedSocket({ host, port, addresses, bytes }: Target): Socket {
  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  const socket = new Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = () => connect({ host, port, lookup });
  const check = setInterval(() => socket.bytesRead > bytes && socket.destroy(), checkEveryMs);
  return socket.once('close', () => clearInterval(check));
}
