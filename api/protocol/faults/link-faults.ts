import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isCall } from '../calls.ts';
import { ExpiredCert } from '../clients/expired-cert.ts';
import { refusedBy } from '../errors/refused.ts';
import { errorUriIn } from './error-uri.ts';
import { faultOf } from './fault-of.ts';

const isError = (body: unknown): body is { error: string } =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';

/** One page for all that fail to prove themselves. A stranger must not learn which client ids exist. */
const unproven = 'client-secret';

function pageOf(error: errors.OIDCProviderError, ctx: KoaContextWithOIDC) {
  // The description says it too.
  if (error instanceof ExpiredCert) return 'cert-expired';
  return error.error === 'invalid_client' ? unproven : faultOf(error, ctx)?.fault;
}

/** Adds the page about its mistake to each error that a program reads as JSON. The library has no setting for `error_uri`. */
export function linkFaults(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const error = refusedBy(ctx);
    if (!error || isCall(ctx) || !isError(ctx.body)) return;
    ctx.body = { ...ctx.body, ...errorUriIn(provider.issuer, pageOf(error, ctx as unknown as KoaContextWithOIDC)) };
  });
}
