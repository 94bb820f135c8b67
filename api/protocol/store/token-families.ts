import { Provider } from 'oidc-provider';

/** The family of the refresh token of the present request. */
const shown = new WeakMap<object, string>();

/**
 * Access tokens that were refreshed from each other share a row, as in Casdoor 2022. A refreshed token replaces the
 * one before, which ends. Access and refresh tokens carry the name of their family.
 */
export const families = {
  note(family: unknown): void {
    if (Provider.ctx && typeof family === 'string') shown.set(Provider.ctx, family);
  },
  present: (): string | undefined => (Provider.ctx ? shown.get(Provider.ctx) : undefined),
};
