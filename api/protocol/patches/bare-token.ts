import type { Provider } from 'oidc-provider';
// @ts-expect-error: the library publishes no types for its inside; what we use of it is typed below
import weakCache from 'oidc-provider/lib/helpers/weak_cache.js';

const insideOf: (provider: Provider) => { configuration: { responseTypes: string[] } } = weakCache;

/**
 * Allows the response type `token` alone, for applications that are explicitly allowed it.
 *
 * The library answers `token` in every mixture but not alone, since OAuth 2.1 leaves it out. So it joins the list that the
 * library has already checked.
 */
export function allowBareToken(provider: Provider): void {
  insideOf(provider).configuration.responseTypes.push('token');
}
