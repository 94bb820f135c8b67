import { connect, createServer, type Socket } from 'node:net';

/** Forwards TCP to a server. TLS passes unchanged. */
export async function startFaultProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let refusing = false;
  let swallowing = false;
  const server = createServer((client) => {
    if (refusing) return client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (data) => swallowing || to.write(data));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `https://127.0.0.1:${(server.address() as { port: number }).port}`,
    get connections() {
      return sockets.size / 2;
    },
    /** Ends all connections and accepts new ones. */
    cut,
    /** Ends all connections and accepts none until `accept`. */
    refuse() {
      refusing = true;
      cut();
    },
    accept() {
      refusing = false;
    },
    /** Half-open: nothing arrives, and no error is reported. */
    swallow(on: boolean) {
      swallowing = on;
    },
    stop() {
      cut();
      server.close();
    },
  };
}
