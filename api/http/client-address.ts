import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import type { Config } from '../core/config.ts';

/** One address in one spelling. Some proxies write the port behind it. */
function spelled(text: string): string | undefined {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/** The network that a limit counts. A client with one IPv6 address has all of its /64, and could use another address each time. */
export const networkOf = (address: string): string =>
  ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address;

type Proxies = Pick<Config, 'DOORWRIGHT_TRUSTED_PROXIES'>;

/** Tells addresses of our own proxies, whose headers are believed. */
function createIsProxy({ DOORWRIGHT_TRUSTED_PROXIES }: Proxies): (text: string) => boolean {
  const isTrusted = proxyAddress.compile([...DOORWRIGHT_TRUSTED_PROXIES]);
  return (text) => {
    const address = spelled(text);
    return address !== undefined && isTrusted(address, 0);
  };
}

/** Did one of our own proxies send this request? */
export function createFromProxy(config: Proxies): (req: Pick<IncomingMessage, 'socket'>) => boolean {
  const isProxy = createIsProxy(config);
  return ({ socket }) => isProxy(socket.remoteAddress ?? '');
}

/**
 * The address a request came from. X-Forwarded-For is believed only as far as our own proxies wrote it: from the right, up to the first
 * address that is not one of theirs, or up to text that is no address.
 */
export type ClientAddress = (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

export function createClientAddress(config: Proxies): ClientAddress {
  const isProxy = createIsProxy(config);
  return (req) => {
    const believed = proxyAddress.all(req as IncomingMessage, isProxy).map((hop) => spelled(hop ?? ''));
    return believed.findLast((address) => address !== undefined) ?? '';
  };
}
