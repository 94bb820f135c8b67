import { type Step, wrapStep } from './authorization-steps.ts';

/** Parameters about the sign-in and the token, which are useful without an ID token. */
const free = ['nonce', 'max_age', 'acr_values'] as const;

/** Hides these parameters from one step. */
const withoutFree =
  (step: Step): Step =>
  (ctx, next) => {
    const params = ctx.oidc.params as Record<string, unknown>;
    const kept = free.map((name) => [name, params[name]]);
    const restore = () => Object.assign(params, Object.fromEntries(kept));
    Object.assign(params, Object.fromEntries(free.map((name) => [name, undefined])));
    try {
      return step(ctx, () => {
        restore();
        return next();
      });
    } finally {
      restore();
    }
  };

/**
 * Takes these parameters without the scope `openid`, since clients of Casdoor send a nonce with `read`. Only a request for an ID
 * token needs the scope. The library refuses all of them without the scope, and no setting changes that.
 */
export const takeParametersWithoutOpenid = (): void => wrapStep('checkOpenIdScope', withoutFree);
