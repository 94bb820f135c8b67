import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { KeyPair } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';

/** A message as RFC 5424 divides it. */
export interface Message {
  priority: number;
  time: string;
  host: string;
  app: string;
  messageId: string;
  /** The values by the name of their element. */
  data: Record<string, Record<string, string>>;
  text: string;
}

const header = /^<(\d{1,3})>1 (\S+) (\S{1,255}) (\S{1,48}) (\S{1,128}) (\S{1,32}) /;
const element = /^\[([\x21\x23-\x3c\x3e-\x5c\x5e-\x7e]{1,32})((?: [^ =\]"]{1,32}="(?:[^"\\\]]|\\["\\\]])*")*)\]/;

/** Reads a whole message by the grammar. It refuses anything else. */
function parsed(bytes: Buffer): Message {
  const message = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const head = header.exec(message);
  if (!head) throw new Error(`no header of RFC 5424: ${message}`);
  let rest = message.slice(head[0].length);
  const data: Message['data'] = {};
  for (let found = element.exec(rest); found; found = element.exec(rest)) {
    const pairs = [...(found[2] ?? '').matchAll(/ ([^=]+)="((?:[^"\\\]]|\\["\\\]])*)"/g)];
    data[found[1] as string] = Object.fromEntries(
      pairs.map(([, k = '', v = '']) => [k, v.replaceAll(/\\(["\\\]])/g, '$1')]),
    );
    rest = rest.slice(found[0].length);
  }
  if (!rest.startsWith(' \ufeff')) throw new Error(`no text of UTF-8: ${message}`);
  const [, priority, time = '', host = '', app = '', , messageId = ''] = head;
  return { priority: Number(priority), time, host, app, messageId, data, text: rest.slice(2) };
}

export interface SyslogServer {
  port: number;
  /** All messages, in the order of their arrival. */
  messages: Message[];
  /** The IDs of the records among them. */
  ids: () => number[];
  /** What did not follow the protocol. */
  mistakes: string[];
  connections: number;
  /** Ends the next connections after the first bytes, and keeps nothing of them. */
  breaksOff: boolean;
  stop: () => Promise<void>;
}

/** A syslog server as RFC 5425 describes it: messages over TLS, each after the number of its bytes. */
export async function startSyslog({ certificate, privateKey }: KeyPair, port = 0): Promise<SyslogServer> {
  const sockets = new Set<TLSSocket>();
  const server = createServer({ cert: certificate, key: privateKey });
  const started: SyslogServer = {
    port: 0,
    messages: [],
    ids: () => started.messages.flatMap(({ data }) => (data['record@32473'] ? [Number(data['record@32473'].id)] : [])),
    mistakes: [],
    connections: 0,
    breaksOff: false,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('secureConnection', (socket) => {
    started.connections++;
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    let waiting = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      if (started.breaksOff) return void socket.destroy();
      waiting = Buffer.concat([waiting, chunk]);
      for (;;) {
        const space = waiting.indexOf(' ');
        const length = Number(waiting.subarray(0, Math.max(space, 0)).toString());
        if (space > 0 && !/^[1-9]\d*$/.test(waiting.subarray(0, space).toString())) {
          started.mistakes.push(`no length: ${waiting.toString().slice(0, 100)}`);
          return void socket.destroy();
        }
        if (space < 0 || waiting.length < space + 1 + length) return;
        try {
          started.messages.push(parsed(waiting.subarray(space + 1, space + 1 + length)));
        } catch (error) {
          started.mistakes.push((error as Error).message);
        }
        waiting = waiting.subarray(space + 1 + length);
      }
    });
    socket.on('end', () => waiting.length > 0 && started.mistakes.push(`half a message: ${waiting}`));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  started.port = (server.address() as AddressInfo).port;
  return started;
}
