import type { Request } from 'express';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { refreshPath } from '../http/protocol-paths.ts';

interface Addresses {
  ctx: KoaContextWithOIDC;
  urlFor: (name: string, options?: Record<string, unknown>) => string;
}

/**
 * Our addresses begin with our origin, whatever address a request names (S50): the library would believe a whole one, and with
 * it a proof of a key that was made for another server. That is made for the address which is called (RFC 9449), and the era's
 * clients refresh at one of their own.
 */
export function ownAddresses(provider: Provider): void {
  const addresses = provider.OIDCContext.prototype as unknown as Addresses;
  const { issuer } = provider;
  addresses.urlFor = function (this: Addresses, name, options) {
    const { originalUrl } = this.ctx.req as Partial<Request>;
    const isEras = name === 'token' && URL.parse(originalUrl ?? '', issuer)?.pathname === refreshPath;
    return isEras ? new URL(refreshPath, issuer).href : provider.urlFor(name, options);
  };
}
