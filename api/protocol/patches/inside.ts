import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside; what we use of it is typed below
import weakCache from 'oidc-provider/lib/helpers/weak_cache.js';

type ResponseMode = (ctx: KoaContextWithOIDC, address: string, fields: Record<string, unknown>) => unknown;

/**
 * The private state of an instance that our patches use. The version of the library is pinned exactly, and an upgrade
 * begins here.
 */
interface Inside {
  configuration: { responseTypes: string[] };
  grantTypeHandlers: Map<string, (ctx: KoaContextWithOIDC) => Promise<void>>;
  responseModes: Map<string, ResponseMode>;
}

export const insideOf: (provider: Provider) => Inside = weakCache;
