import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { isProofKey } from '../errors/good-challenge.ts';
import { SecondUse } from '../errors/second-use.ts';
import { shownCodeOf } from '../errors/shown-code.ts';
import type { Mistake } from './mistake.ts';

/** The verifier, if it is what the code does not fit to. The library names the cause of this error alone. */
function ofVerifier(error: errors.OIDCProviderError, verifier: unknown): Mistake | undefined {
  if (error instanceof errors.InvalidGrant && error.cause)
    return { fault: verifier ? 'verifier-wrong' : 'verifier-missing' };
  return verifier && !isProofKey(verifier) ? { fault: 'verifier-wrong' } : undefined;
}

/** Finds the mistake in the exchange of an authorization code, in the order of the library's checks. */
export function faultOfCode(error: errors.OIDCProviderError, ctx: KoaContextWithOIDC): Mistake | undefined {
  const { client, params = {} } = ctx.oidc;
  if (error instanceof SecondUse) return { fault: 'code-used' };
  const code = shownCodeOf(ctx);
  if (!code) return error instanceof errors.InvalidGrant || !params.code ? { fault: 'code-unknown' } : undefined;
  if (code.clientId !== client?.clientId) return { fault: 'code-foreign' };
  if (code.exp === 0) return { fault: 'code-expired' };
  const wrong = ofVerifier(error, params.code_verifier);
  if (wrong) return wrong;
  return code.redirectUri === params.redirect_uri ? undefined : { fault: 'redirect-uri-changed' };
}
