import type { Provider } from 'oidc-provider';
import type { SigningKey } from './signing-keys.ts';

/** Each instance knows its own key only; what the issuer signs with is all of them together. */
export function tellOfAllKeys(provider: Provider, signingKeys: () => Promise<readonly SigningKey[]>): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'discovery') return;
    const algorithms = (await signingKeys()).map(({ alg }) => alg);
    ctx.body = { ...(ctx.body as object), id_token_signing_alg_values_supported: [...new Set(algorithms)].sort() };
  });
}
