/**
 * Holds the network of a pod, which has only loopback, and carries its connections through sockets in the file system:
 * `relay.ts <json>`. Inward, to a port of the pod; outward, from an address that a name of /etc/hosts has there.
 */
import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Carried {
  inward: { socket: string; port: number }[];
  outward: { address: string; port: number; socket: string }[];
}

/** A server that passes each connection on to what this names at that moment. */
export function passing(to: () => NetConnectOpts | undefined): Server {
  return createServer({ allowHalfOpen: true }, (near) => {
    const target = to();
    if (!target) return void near.destroy();
    const far = connect({ ...target, allowHalfOpen: true });
    near.pipe(far).pipe(near);
    near.once('error', () => far.destroy());
    far.once('error', () => near.destroy());
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { inward, outward } = JSON.parse(process.argv[2] ?? '') as Carried;
  const open = (server: Server, at: object) => once(server.listen(at), 'listening');
  await Promise.all([
    ...inward.map(({ socket, port }) =>
      open(
        passing(() => ({ host: '127.0.0.1', port })),
        { path: socket },
      ),
    ),
    ...outward.map(({ address, port, socket }) =>
      open(
        passing(() => ({ path: socket })),
        { host: address, port },
      ),
    ),
  ]);
  process.stdout.write('ready\n');
  // It ends with the test, even if the test is killed.
  process.stdin.once('end', () => process.exit()).resume();
}
