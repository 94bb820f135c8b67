import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { passing } from './relay.ts';

export interface Endpoint {
  isReady(): boolean;
  socketOf(port: number): string;
}

export interface Service {
  /** On this machine. */
  address: { host: string; port: number };
  stop(): void;
}

/** Passes each connection on to an endpoint that is ready, in turn, as the Service of a cluster does. */
export async function openService(
  port: number,
  endpoints: () => readonly Endpoint[],
  listenAt: { path: string } | { host: string; port: number },
): Promise<Service> {
  let turn = 0;
  const server: Server = passing(() => {
    const ready = endpoints().filter((each) => each.isReady());
    const chosen = ready[turn++ % (ready.length || 1)];
    return chosen && { path: chosen.socketOf(port) };
  });
  await once(server.listen(listenAt), 'listening');
  const found = server.address();
  const address =
    typeof found === 'string' || !found ? { host: '', port } : { host: '127.0.0.1', port: (found as AddressInfo).port };
  return { address, stop: () => void server.close() };
}

/** Makes a server of this machine reachable by a socket. */
export async function bring(socket: string, port: number): Promise<{ stop(): void }> {
  const server = passing(() => ({ host: '127.0.0.1', port }));
  await once(server.listen({ path: socket }), 'listening');
  return { stop: () => void server.close() };
}
