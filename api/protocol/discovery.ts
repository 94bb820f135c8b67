import { cryptoAlgorithms } from '@doorwright/crds/models/cert.ts';
import type { Provider } from 'oidc-provider';

/** Each instance knows its own key only; the issuer signs with whatever certs say. */
export function tellOfAllAlgorithms(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'discovery') return;
    ctx.body = { ...(ctx.body as object), id_token_signing_alg_values_supported: cryptoAlgorithms };
  });
}
