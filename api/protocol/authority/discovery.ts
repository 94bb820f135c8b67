import { cryptoAlgorithms } from '@doorwright/crds/kinds/cert.ts';
import type { Provider } from 'oidc-provider';

interface Told {
  token_endpoint_auth_methods_supported?: readonly string[];
}

/**
 * What the library leaves out. Each instance knows its own key only; the issuer signs with whatever certs say. And who is not told
 * otherwise takes it that tokens are revoked by clients with a secret in the header alone (RFC 8414, 2).
 */
export function tellWhole(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'discovery') return;
    const told = ctx.body as Told;
    const proofs = told.token_endpoint_auth_methods_supported;
    ctx.body = {
      ...told,
      id_token_signing_alg_values_supported: cryptoAlgorithms,
      introspection_endpoint_auth_methods_supported: proofs,
      revocation_endpoint_auth_methods_supported: proofs,
    };
  });
}
