import { createServer, type Socket } from 'node:net';

/** The parts of an LDAP message: a tag, and its content with the length. */
export function ber(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, content]);
}

const number = (value: number) => ber(0x02, Buffer.from([value >> 8, value & 0xff]));
export const message = (id: number, operation: Buffer, ...controls: Buffer[]) =>
  ber(0x30, number(id), operation, ...controls);
const success = [ber(0x0a, Buffer.from([0])), ber(0x04, ''), ber(0x04, '')];

export const entryOf = (dn: string, attributes: Record<string, (string | Buffer)[]>): Buffer =>
  ber(
    0x64,
    ber(0x04, dn),
    ber(
      0x30,
      ...Object.entries(attributes).map(([name, values]) =>
        ber(0x30, ber(0x04, name), ber(0x31, ...values.map((value) => ber(0x04, value)))),
      ),
    ),
  );

export interface Asked {
  socket: Socket;
  id: number;
  /** The whole request. */
  bytes: Buffer;
  answer: (...operations: Buffer[]) => void;
  done: () => void;
}

const operations = { bind: 0x60, search: 0x63 } as const;

/** The place of the operation in a request of the library, whose lengths are short or have one to three bytes. */
function read(bytes: Buffer): { id: number; tag: number } {
  const long = (bytes[1] ?? 0) & 0x80 ? (bytes[1] ?? 0) & 0x7f : 0;
  const at = 2 + long;
  const size = bytes[at + 1] ?? 0;
  return { id: bytes.readUIntBE(at + 2, size), tag: bytes[at + 2 + size] ?? 0 };
}

/**
 * A directory that believes every password, has a root entry and the base, and answers the search for people as told. It counts
 * its connections.
 */
export async function startHostileServer(people: (asked: Asked) => void, { opening = 2 } = {}) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    let searches = 0;
    socket.on('data', (bytes: Buffer) => {
      const { id, tag } = read(bytes);
      const answer = (...all: Buffer[]) => void socket.write(Buffer.concat(all.map((each) => message(id, each))));
      if (tag === operations.bind) return answer(ber(0x61, ...success));
      if (tag !== operations.search) return;
      searches++;
      const done = () => answer(ber(0x65, ...success));
      // The root entry and the base come first.
      if (searches <= opening) return answer(entryOf('', { vendorName: ['Hostile'] }), ber(0x65, ...success));
      people({ socket, id, bytes, answer, done });
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    port,
    open: () => open.size,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
