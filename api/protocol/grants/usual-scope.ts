import type { Provider } from 'oidc-provider';
import { defaultScope } from '../../kinds/token/scopes.ts';
import { wrapGrants } from '../patches/grant-handlers.ts';

/** These grants have no authorization request, which would find the scope in another way. */
const grants = new Set(['client_credentials', 'password']);

/**
 * Gives the usual scope to a request without a known scope, and says so: an answer without `scope` means that all of
 * it was given (RFC 6749, 5.1). A request cannot ask for refreshing; the application allows it.
 */
export function giveUsualScope(provider: Provider): void {
  wrapGrants(provider, (handle, grantType) => (ctx) => {
    if (!grants.has(grantType)) return handle(ctx);
    const known = [...ctx.oidc.requestParamOIDCScopes].filter((scope) => scope !== 'offline_access');
    Object.assign(ctx.oidc.params as object, { scope: known.join(' ') || defaultScope });
    return handle(ctx);
  });
}
