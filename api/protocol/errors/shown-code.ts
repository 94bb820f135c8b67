import type { AdapterPayload } from 'oidc-provider';

const shown = new WeakMap<object, AdapterPayload>();

/** Notes the authorization code that a request shows. The library's errors do not say which of its facts is wrong. */
export const noteShownCode = (ctx: object, code: AdapterPayload): void => void shown.set(ctx, code);

export const shownCodeOf = (ctx: object): AdapterPayload | undefined => shown.get(ctx);
