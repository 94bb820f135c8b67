import { errors, type Provider } from 'oidc-provider';
import { ProofRefused } from '../errors/proof-refused.ts';
import { refusedBy } from '../errors/refused.ts';

/** With these grants a client sends something that cannot be guessed, so the answer may tell the cause. */
const explained = new Set([
  'authorization_code',
  'client_credentials',
  'refresh_token',
  'urn:ietf:params:oauth:grant-type:device_code',
]);

/**
 * Adds the cause to `invalid_grant`. The library says only that the request is invalid, which does not help to find a
 * mistyped address.
 */
export function explainGrants(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const error = refusedBy(ctx);
    if (!(error instanceof errors.InvalidGrant) || !error.error_detail) return;
    if (explained.has(String(ctx.oidc.params?.grant_type)) || error instanceof ProofRefused)
      ctx.body = { ...(ctx.body as object), error_description: error.error_detail };
  });
}
