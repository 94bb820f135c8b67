import { syncBuiltinESMExports } from 'node:module';
import { type LookupFunction, Socket } from 'node:net';
import tls, { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import type { Place } from './connector.ts';
import type { SqlProblem } from './source.ts';

const checkEveryMs = 10;

export interface Guard {
  /** From now on, sockets close after this number of bytes. */
  allowBytes(bytes: number): void;
  /** What the sockets saw. Drivers hide it behind errors of their own. */
  seen(): SqlProblem | undefined;
}

/**
 * Rules for every socket of this thread, whatever a driver asks for. Drivers follow redirections of a server, resolve
 * names again, and differ in what they check of a certificate.
 */
export function guardSockets({ source, addresses }: Pick<Place, 'source' | 'addresses'>): Guard {
  const { host, port, sslMode, caCertificate } = source;
  const open = new Map<Socket, number>();
  let limit = 0;
  let seen: SqlProblem | undefined;

  const lookup: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function connectToSource(this: Socket, ...args: unknown[]) {
    const listener = args.flat().findLast((each) => typeof each === 'function') as (() => void) | undefined;
    open.set(this, 0);
    this.once('close', () => open.delete(this));
    return Reflect.apply(connect, this, [{ host, port, lookup }, listener]);
  } as typeof connect;

  const secure = tls.connect;
  tls.connect = ((options: ConnectionOptions, listener?: () => void) => {
    const socket = secure(
      {
        ...options,
        secureContext: tls.createSecureContext(caCertificate ? { ca: caCertificate } : {}),
        rejectUnauthorized: sslMode === 'verify-full',
        requestCert: true,
        session: undefined,
        checkServerIdentity: (_name, certificate) =>
          sslMode === 'verify-full' ? checkServerIdentity(host, certificate) : undefined,
      },
      listener,
    );
    const failed = () => {
      seen ??= 'tls-unproven';
    };
    return socket.once('error', failed).once('secureConnect', () => socket.off('error', failed));
  }) as typeof secure;
  syncBuiltinESMExports();

  const check = () => {
    for (const [socket, before] of open)
      if (socket.bytesRead - before > limit) {
        seen = 'too-large';
        socket.destroy();
      }
  };
  setInterval(check, checkEveryMs).unref();
  return {
    allowBytes(bytes) {
      limit = bytes;
      for (const socket of open.keys()) open.set(socket, socket.bytesRead);
    },
    seen: () => seen,
  };
}
