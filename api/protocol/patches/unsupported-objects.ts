import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { wrapStep } from './authorization-steps.ts';

/**
 * Refuses a request as a JWT by value with `request_not_supported`, unless its client may send one. The library takes JWTs from all
 * clients or from none. It would read the JWT first, and call an unsigned one invalid.
 */
export const refuseUnsupportedObjects = (isTaken: (ctx: KoaContextWithOIDC) => boolean): void =>
  wrapStep('processRequestObject', (step) => (ctx, next) => {
    const { params, entities } = ctx.oidc;
    // The address of a pushed request has been replaced by the request.
    const isByValue = params?.request !== undefined && !entities.PushedAuthorizationRequest;
    if (isByValue && !isTaken(ctx)) throw new errors.RequestNotSupported();
    return step(ctx, next);
  });
