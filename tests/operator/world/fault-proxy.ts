import { connect, createServer, type Socket } from 'node:net';

/** Passes TCP on to a server until told otherwise; TLS goes through untouched. */
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
    /** Every connection ends, new ones are welcome. */
    cut,
    /** Every connection ends and no new one is accepted, until `accept`. */
    refuse() {
      refusing = true;
      cut();
    },
    accept() {
      refusing = false;
    },
    /** Half-open: nothing arrives any more and nobody is told. */
    swallow(on: boolean) {
      swallowing = on;
    },
    stop() {
      cut();
      server.close();
    },
  };
}
