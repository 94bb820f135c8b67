import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { HostAndPort } from '../../core/setting-values.ts';
import { anchorMessage, frame, syslogMessage } from './syslog-message.ts';
import { type Refused, sendMs, type Target } from './target.ts';

/** How long we wait after the last byte before we end the connection. A server that closes it in this time is noticed. */
const settleMs = 200;
/** The time that a server has to end a connection which we have ended. */
const closeMs = 3_000;

interface Options {
  to: HostAndPort;
  caFile?: string | undefined;
  /** Our own host, for the header of messages. */
  ownHost: string;
}

/**
 * Sends bytes over a connection of their own, and waits until the server ends it too. RFC 5425 knows no other sign that the server
 * has read everything. A server that ends it before us has not.
 */
function deliver(bytes: Buffer, { to: { host, port } }: Options, ca: Buffer | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({
    host,
    port,
    ...(!isIP(host) && { servername: host }),
    ...(ca && { ca }),
    minVersion: 'TLSv1.2',
    // Verifies certificates even if NODE_TLS_REJECT_UNAUTHORIZED is off.
    rejectUnauthorized: true,
  });
  const late = setTimeout(() => socket.destroy(new Error('no answer in time')), sendMs);
  let patience: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let isEnding = false;
  function end(): void {
    isEnding = true;
    socket.end();
  }
  socket.once('error', reject);
  socket.once('secureConnect', () =>
    socket.write(bytes, () => {
      settling = setTimeout(end, settleMs);
    }),
  );
  socket.once('end', () => clearTimeout(settling));
  socket.once('finish', () => {
    // A server that leaves connections open has taken the bytes as well.
    patience = setTimeout(() => socket.destroy(), closeMs);
  });
  socket.once('close', () => {
    clearTimeout(late);
    clearTimeout(patience);
    clearTimeout(settling);
    if (isEnding && socket.writableFinished) resolve();
    else reject(new Error('the server ended the connection too early'));
  });
  socket.resume();
  return promise;
}

/** A syslog server, by TLS only. */
export function syslogTarget(options: Options): Target {
  const { caFile, ownHost, to } = options;
  async function send(messages: readonly string[]): Promise<Refused> {
    const ca = caFile ? await readFile(caFile) : undefined;
    try {
      await deliver(Buffer.concat(messages.map(frame)), options, ca);
      // A syslog server cannot refuse a message.
      return { records: 0, reason: '' };
    } catch (error) {
      throw new Error(`${to.host}:${to.port}: ${(error as Error).message}`, { cause: error });
    }
  }
  return {
    name: 'syslog',
    send: (records) => send(records.map((record) => syslogMessage(record, ownHost))),
    sendAnchor: (anchor) => send([anchorMessage(anchor, ownHost)]),
    close: async () => {},
  };
}
