import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../core/config.ts';
import { createIsFromProxy } from '../../http/client-address.ts';

/**
 * Says whether nobody on the way could read a request: it came over TLS, or from this machine. A trusted proxy that
 * ends TLS says so in a header. Without a header, the public origin decides, which is https except on localhost.
 */
export function createIsPrivateLine(
  config: Pick<Config, 'DOORWRIGHT_ORIGIN' | 'DOORWRIGHT_TRUSTED_PROXIES'>,
): (req: Request) => boolean {
  const isFromProxy = createIsFromProxy(config);
  return (req) => {
    const said = isFromProxy(req) && req.get('X-Forwarded-Proto')?.split(',')[0]?.trim();
    if (said) return said === 'https';
    if ('encrypted' in req.socket || config.DOORWRIGHT_ORIGIN.startsWith('https:')) return true;
    const peer = req.socket.remoteAddress ?? '';
    return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback';
  };
}
