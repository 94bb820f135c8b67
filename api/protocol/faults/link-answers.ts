import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { addToAnswer, clientAnswerOf } from '../client-answer.ts';
import { errorUriIn } from './error-uri.ts';
import { faultOf } from './fault-of.ts';

/** An error in the last part of an address, its query or its fragment. The library puts nothing behind it. */
const hasError = /[?&#]error=[^?#]*$/;

/**
 * Adds the page about its mistake to each error that goes back to a client (RFC 6749, 4.1.2.1). The library writes only members of its own into
 * the address, so this one is put behind them. A signed answer stays as it is. Use this after the answers are noted.
 */
export function linkAnswers(provider: Provider): void {
  provider.on('authorization.error', (ctx, error) => {
    const fault = faultOf(error, ctx as unknown as KoaContextWithOIDC)?.fault;
    addToAnswer(ctx, errorUriIn(provider.issuer, fault));
  });
  provider.use(async (ctx, next) => {
    await next();
    const { error_uri } = clientAnswerOf(ctx) ?? {};
    const address = ctx.response.get('Location');
    if (error_uri && hasError.test(address)) ctx.redirect(`${address}&${new URLSearchParams({ error_uri })}`);
  });
}
