import type { Request } from 'express';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

interface Addresses {
  ctx: KoaContextWithOIDC;
  urlFor: (name: string, options?: Record<string, unknown>) => string;
}

/**
 * Makes our addresses begin with our origin, whatever address a request names (S50). A proof of a key is made for the address that
 * is called (RFC 9449), and clients of Casdoor 2022 refresh at a second one.
 *
 * The library takes its addresses from the request, and trusts a full address in its first line. It knows only one address for
 * each endpoint.
 */
export function ownAddresses(provider: Provider, secondTokenPath: string): void {
  const addresses = provider.OIDCContext.prototype as unknown as Addresses;
  const { issuer } = provider;
  addresses.urlFor = function (this: Addresses, name, options) {
    const { originalUrl } = this.ctx.req as Partial<Request>;
    const isSecond = name === 'token' && URL.parse(originalUrl ?? '', issuer)?.pathname === secondTokenPath;
    return isSecond ? new URL(secondTokenPath, issuer).href : provider.urlFor(name, options);
  };
}
