import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const isIn = (address: string, networks: readonly Network[]) => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network));
};

/** One address in one spelling. Some proxies write the port behind it. */
function spelled(text: string): string | undefined {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/** Clients keep their connections, and proxies are few. */
const known = new LRUCache<string, string>({ max: 1_000 });

function plain(text: string): string | undefined {
  if (!known.has(text)) known.set(text, spelled(text) ?? '');
  return known.get(text) || undefined;
}

/** Whom a limit counts. Whoever has one address of IPv6 has all of its /64, and could come from another each time. */
export const networkOf = (address: string): string =>
  ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address;

type Proxies = Pick<Config, 'DOORWRIGHT_TRUSTED_PROXIES'>;

const networksOf = ({ DOORWRIGHT_TRUSTED_PROXIES }: Proxies) =>
  DOORWRIGHT_TRUSTED_PROXIES.map((network) => ipaddr.parseCIDR(network));

/** Was a request handed over by one of our own proxies, whose word is believed? */
export function createFromProxy(config: Proxies): (req: Pick<IncomingMessage, 'socket'>) => boolean {
  const proxies = networksOf(config);
  return ({ socket }) => isIn(socket.remoteAddress ?? '', proxies);
}

/**
 * The address a request came from. What X-Forwarded-For says is believed only as far as our own proxies wrote it: from
 * the right, up to the first address that is not one of theirs, or to what is no address.
 */
export function createClientAddress(config: Proxies): (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const proxies = networksOf(config);
  return ({ headers, socket }) => {
    const written = String(headers['x-forwarded-for'] ?? '').split(',');
    let believed = plain(socket.remoteAddress ?? '') ?? '';
    for (const hop of written.reverse()) {
      const before = isIn(believed, proxies) ? plain(hop.trim()) : undefined;
      if (!before) break;
      believed = before;
    }
    return believed;
  };
}
