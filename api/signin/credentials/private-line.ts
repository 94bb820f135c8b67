import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../core/config.ts';
import { createIsFromProxy } from '../../http/client-address.ts';

/**
 * Could nobody on the way read what a request holds? It came over TLS, or from this machine itself. Where a proxy of
 * ours ends TLS it says so; without a word from it the public origin, which is https but for localhost, speaks for it.
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
