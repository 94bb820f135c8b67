import type { Provider } from 'oidc-provider';
import { defaultScope } from '../../kinds/token/scopes.ts';
import { wrapGrants } from '../patches/grant-handlers.ts';

/** Neither leads to an authorization request, where the scope is found out otherwise. */
const grants = new Set(['client_credentials', 'password']);

/**
 * Whoever asks for nothing that is known here is given the usual scope, and told so: an answer without one says that all of it was
 * given (RFC 6749, 5.1). Refreshing is for the application to be allowed, not for a request to ask for.
 */
export function giveUsualScope(provider: Provider): void {
  wrapGrants(provider, (handle, grantType) => (ctx) => {
    if (!grants.has(grantType)) return handle(ctx);
    const known = [...ctx.oidc.requestParamOIDCScopes].filter((scope) => scope !== 'offline_access');
    Object.assign(ctx.oidc.params as object, { scope: known.join(' ') || defaultScope });
    return handle(ctx);
  });
}
