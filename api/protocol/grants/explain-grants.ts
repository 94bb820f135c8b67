import type { errors, Provider } from 'oidc-provider';

/** What a client shows for tokens, and nobody guesses: it may know why one does not do. */
const proofs = new Set(['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code']);

/** Nor is it a secret that the proof of a key is missing, whatever the grant, or that it was used. */
const isOfKey = (why: string) => why.startsWith('DPoP proof ');

/** The library says of all of them only that the request is invalid: too little to find a mistyped redirect address by. */
export function explainGrants(provider: Provider): void {
  const refused = new WeakMap<object, errors.OIDCProviderError>();
  provider.on('grant.error', (ctx, error) => void refused.set(ctx, error));
  provider.use(async (ctx, next) => {
    await next();
    const { error, error_detail: why } = refused.get(ctx) ?? {};
    if (error === 'invalid_grant' && why && (proofs.has(String(ctx.oidc.params?.grant_type)) || isOfKey(why)))
      ctx.body = { ...(ctx.body as object), error_description: why };
  });
}
