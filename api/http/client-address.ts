import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddress from 'proxy-addr';
import type { Config } from '../core/config.ts';

/** One spelling for each address. Some proxies append the port. */
function normalized(text: string): string | undefined {
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : undefined;
}

/** The network that rate limits count. An IPv6 client owns a whole /64 and could use another address each time. */
export const networkOf = (address: string): string =>
  ipaddr.IPv6.isValid(address) ? ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString() : address;

type Proxies = Pick<Config, 'DOORWRIGHT_TRUSTED_PROXIES'>;

/** Recognizes addresses of our own proxies, whose headers we trust. */
function createIsProxy({ DOORWRIGHT_TRUSTED_PROXIES }: Proxies): (text: string) => boolean {
  const isTrusted = proxyAddress.compile([...DOORWRIGHT_TRUSTED_PROXIES]);
  return (text) => {
    const address = normalized(text);
    return address !== undefined && isTrusted(address, 0);
  };
}

/** Tells whether a request came from one of our own proxies. */
export function createIsFromProxy(config: Proxies): (req: Pick<IncomingMessage, 'socket'>) => boolean {
  const isProxy = createIsProxy(config);
  return ({ socket }) => isProxy(socket.remoteAddress ?? '');
}

/**
 * The client's address. X-Forwarded-For is trusted only as far as our own proxies wrote it: from the right to the
 * first address that is not a proxy, or to text that is no address.
 */
export type ClientAddress = (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string;

export function createClientAddress(config: Proxies): ClientAddress {
  const isProxy = createIsProxy(config);
  return (req) => {
    const trusted = proxyAddress.all(req as IncomingMessage, isProxy).map((hop) => normalized(hop ?? ''));
    return trusted.findLast((address) => address !== undefined) ?? '';
  };
}
