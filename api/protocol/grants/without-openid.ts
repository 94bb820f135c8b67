import { wrapOpenidCheck } from '../inside.ts';

/** They say how to sign a user in, and what comes back in the token: as useful without an ID token. */
const free = ['nonce', 'max_age', 'acr_values'] as const;

/** Casdoor's clients send a nonce with `read`. Only what wants an ID token needs the scope `openid`. */
export const takeParametersWithoutOpenid = (): void =>
  wrapOpenidCheck((check) => (ctx, next) => {
    const params = ctx.oidc.params as Record<string, unknown>;
    const kept = free.map((name) => [name, params[name]]);
    const restore = () => Object.assign(params, Object.fromEntries(kept));
    Object.assign(params, Object.fromEntries(free.map((name) => [name, undefined])));
    try {
      return check(ctx, () => {
        restore();
        return next();
      });
    } finally {
      restore();
    }
  });
