import type { Provider } from 'oidc-provider';
import { deviceGrant } from '../clients/client-metadata.ts';

const routes: ReadonlySet<string> = new Set(['token', 'device_authorization']);

/**
 * Answers `unauthorized_client` for a grant type that the client may not use (RFC 6749, 5.2). The library answers a
 * general error.
 */
export function nameUnauthorizedClients(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const { client, params, route } = ctx.oidc ?? {};
    const asked = route === 'device_authorization' ? deviceGrant : params?.grant_type;
    // A request without a grant type has an error of its own.
    if (!routes.has(String(route)) || ctx.status !== 400 || !client || typeof asked !== 'string') return;
    const refused = ctx.body as { error?: string };
    if (refused.error === 'unsupported_grant_type' || client.grantTypeAllowed(asked)) return;
    ctx.body = { ...refused, error: 'unauthorized_client' };
  });
}
