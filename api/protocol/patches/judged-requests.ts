import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { wrapStep } from './authorization-steps.ts';

interface Judges {
  /** The request comes from a page, and its client had pushed it. */
  isPushed: (ctx: KoaContextWithOIDC) => boolean;
  /** The client may send its request as a JWT. */
  takesObjects: (ctx: KoaContextWithOIDC) => boolean;
}

/** Takes the place of the pushed request, which expires while its page is open. `usePushed` uses that up. */
const pushedBefore = { consume: async () => undefined };

/**
 * Decides whether a request may be a JWT, and whether it was pushed.
 *
 * The library takes JWTs from all clients or from none. It knows a pushed request by its address alone, and a page has
 * only what was in it.
 */
export const judgeRequests = ({ isPushed, takesObjects }: Judges): void =>
  wrapStep('processRequestObject', (step) => (ctx, next) => {
    const { oidc } = ctx;
    if (isPushed(ctx)) oidc.entity('PushedAuthorizationRequest', pushedBefore as never);
    // The address of a pushed request has been replaced by the request.
    const isByValue = oidc.params?.request !== undefined && !('PushedAuthorizationRequest' in oidc.entities);
    if (isByValue && !takesObjects(ctx)) throw new errors.RequestNotSupported();
    return step(ctx, next);
  });
