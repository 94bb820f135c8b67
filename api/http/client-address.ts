import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const isIn = (address: string, networks: readonly Network[]) => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => network[0].kind() === parsed.kind() && parsed.match(network));
};

const plain = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address);

/**
 * The address a request came from. What X-Forwarded-For says is believed only as far as our own proxies wrote it: from
 * the right, up to the first address that is not one of theirs.
 */
export function createClientAddress({
  DOORWRIGHT_TRUSTED_PROXIES,
}: Pick<Config, 'DOORWRIGHT_TRUSTED_PROXIES'>): (req: IncomingMessage) => string {
  const proxies = DOORWRIGHT_TRUSTED_PROXIES.map((network) => ipaddr.parseCIDR(network));
  return (req) => {
    const peer = plain(req.socket.remoteAddress ?? '');
    if (!isIn(peer, proxies)) return peer;
    const hops = String(req.headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean);
    return plain(hops.reverse().find((hop) => !isIn(hop, proxies)) ?? peer);
  };
}
