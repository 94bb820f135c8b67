import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Carried } from './relay.ts';

/** A service that containers reach by a name. */
export interface Reached {
  names: string[];
  port: number;
  socket: string;
}

export interface Network {
  /** The process that holds it. */
  pid: number;
  hostsFile: string;
  /** The socket of a port of the container. */
  socketOf(port: number): string;
  stop(): void;
}

const relay = join(import.meta.dirname, 'relay.ts');

/** A network of its own for a pod, with loopback only, in which ports and names are those of the cluster. */
export async function openNetwork(folder: string, ports: number[], services: Reached[]): Promise<Network> {
  mkdirSync(folder);
  const socketOf = (port: number) => join(folder, `${port}.sock`);
  const placed = services.map((each, index) => ({ ...each, address: `127.0.1.${index + 1}` }));
  const lines = ['127.0.0.1 localhost', ...placed.map(({ address, names }) => `${address} ${names.join(' ')}`)];
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, `${lines.join('\n')}\n`);
  const carried: Carried = {
    inward: ports.map((port) => ({ port, socket: socketOf(port) })),
    outward: placed.map(({ address, port, socket }) => ({ address, port, socket })),
  };
  const script = 'ip link set lo up && exec "$@"';
  const program = [process.execPath, relay, JSON.stringify(carried)];
  const child = spawn('unshare', ['--net', 'sh', '-c', script, 'sh', ...program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The network of a container ended with ${code}`))),
  ]);
  return { pid: child.pid as number, hostsFile, socketOf, stop: () => void child.stdin.end() };
}
