import { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';
import type { Provider } from 'oidc-provider';

interface Told {
  token_endpoint_auth_methods_supported?: readonly string[];
  token_endpoint_auth_signing_alg_values_supported?: readonly string[];
}

/**
 * Adds what the library leaves out of the discovery document. Each instance knows only its own key. Without the others,
 * clients would expect that revocation takes a secret in the header alone (RFC 8414, 2).
 */
export function completeDiscovery(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'discovery') return;
    const told = ctx.body as Told;
    const proofs = told.token_endpoint_auth_methods_supported;
    const algorithms = told.token_endpoint_auth_signing_alg_values_supported;
    ctx.body = {
      ...told,
      id_token_signing_alg_values_supported: cryptoAlgorithms,
      introspection_endpoint_auth_methods_supported: proofs,
      introspection_endpoint_auth_signing_alg_values_supported: algorithms,
      revocation_endpoint_auth_methods_supported: proofs,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    };
  });
}
