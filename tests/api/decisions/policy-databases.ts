import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { connect } from '@doorwright/api/db/knex.ts';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { fresh } from './world.ts';

const columns = ['ptype', 'v0', 'v1', 'v2', 'v3', 'v4', 'v5'];

/** A database of another system, with tables of policies as casbin’s adapters create them. */
export async function createPolicyDatabase() {
  const { url, drop } = await createDatabase({ empty: true });
  const db = connect(url);
  const { hostname, port, username, password, pathname } = new URL(url);

  /** Creates a table with these lines and returns its name. */
  async function table(lines: readonly (readonly string[])[], name = fresh('rules')): Promise<string> {
    await db.raw(`CREATE TABLE ?? (id serial, ${columns.map((column) => `${column} varchar`)})`, [name]);
    const rows = lines.map((line) => Object.fromEntries(line.map((value, index) => [columns[index], value])));
    await db.batchInsert(name, rows, 1000);
    return name;
  }

  const connection = {
    ...{ host: hostname, port: Number(port), user: username, password, database: pathname.slice(1) },
    ...{ sslMode: 'disable', isEnabled: true },
  };
  return { db, table, connection, stop: () => db.destroy().then(drop) };
}

/** A server that answers each connection as told, and counts the connections. */
async function listen(answer: (socket: Socket) => void) {
  const open = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count++;
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    answer(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const stop = () => {
    for (const socket of open) socket.destroy();
    server.close();
  };
  return { port, connections: () => count, stop };
}

const joined = (one: Socket, port: number) => {
  const other = connectTo(port, '127.0.0.1').on('error', () => one.destroy());
  one.once('close', () => other.destroy());
  one.pipe(other).pipe(one);
};

/** Forwards everything to the Postgres at that port. */
export const startDoor = (port: number) => listen((socket) => joined(socket, port));

/** The same over TLS, with an untrusted certificate. */
export async function startTlsDoor(port: number) {
  const pair = await generateCert({
    ...{ name: 'localhost', owner: 'admin', cryptoAlgorithm: 'ES256', bitSize: 0, expireInYears: 1, now: new Date() },
  });
  return listen(async (socket) => {
    await once(socket, 'data');
    socket.write('S');
    const secure = new TLSSocket(socket, { isServer: true, cert: pair.certificate, key: pair.privateKey });
    joined(
      secure.on('error', () => undefined),
      port,
    );
  });
}

/** A message of Postgres' protocol. */
const message = (code: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(code), length, content]);
};
const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Answers of a hostile server. */
export const hostile = {
  /** An error without the zero that ends its fields. */
  withoutEnd: (socket: Socket) => socket.once('data', () => socket.write(message('E', Buffer.from('SERROR')))),
  /** Requests an unknown way of authentication. */
  ofUnknownKind: (socket: Socket) => socket.once('data', () => socket.write(message('R', number(99)))),
  /** A line of two gigabytes. */
  tooLong: (socket: Socket) =>
    socket.once('data', () => {
      socket.write(Buffer.concat([Buffer.from('D'), number(2 ** 31 - 1)]));
      const flood = () => {
        while (socket.writable && socket.write(Buffer.alloc(2 ** 16)));
      };
      socket.on('drain', flood);
      flood();
    }),
} satisfies Record<string, (socket: Socket) => unknown>;

export const startHostile = (answer: (socket: Socket) => unknown) => listen(answer);
