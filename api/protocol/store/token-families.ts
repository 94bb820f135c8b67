import { Provider } from 'oidc-provider';

/** The family of the refresh token that the present request has shown. */
const shown = new WeakMap<object, string>();

/**
 * Access tokens that were refreshed one from the other are one row, as they were in the era: the refreshed one takes the
 * place of the one before, which is good for nothing from then on. Both kinds of token carry the name of their family.
 */
export const families = {
  note(family: unknown): void {
    if (Provider.ctx && typeof family === 'string') shown.set(Provider.ctx, family);
  },
  present: (): string | undefined => (Provider.ctx ? shown.get(Provider.ctx) : undefined),
};
