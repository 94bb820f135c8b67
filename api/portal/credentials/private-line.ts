import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';

/**
 * Could nobody on the way read what this request holds? It came over TLS, or from this machine itself. Where a proxy
 * ends TLS it says so; without a word from it the public origin, which is https but for localhost, speaks for it.
 */
export function isPrivateLine(req: Request, { DOORWRIGHT_ORIGIN }: Pick<Config, 'DOORWRIGHT_ORIGIN'>): boolean {
  const said = req.get('X-Forwarded-Proto')?.split(',')[0]?.trim();
  if (said) return said === 'https';
  if ('encrypted' in req.socket || DOORWRIGHT_ORIGIN.startsWith('https:')) return true;
  const peer = req.socket.remoteAddress ?? '';
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback';
}
