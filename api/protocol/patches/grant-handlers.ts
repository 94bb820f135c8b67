import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { insideOf } from './inside.ts';

type Handle = (ctx: KoaContextWithOIDC) => Promise<void>;

/**
 * Puts a function of ours around the handler of each grant.
 *
 * The library has no hook around a grant. It would not answer the error of a middleware as the error of the grant.
 */
export function wrapGrants(provider: Provider, wrap: (handle: Handle, grantType: string) => Handle): void {
  const handlers = insideOf(provider).grantTypeHandlers;
  for (const [grantType, handle] of handlers) handlers.set(grantType, wrap(handle, grantType));
}
