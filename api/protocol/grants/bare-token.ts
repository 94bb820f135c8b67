import type { Provider } from 'oidc-provider';
// @ts-expect-error: the library has no types for its inside
import insideOf from 'oidc-provider/lib/helpers/weak_cache.js';

/**
 * The library answers `token` in every mixture but not alone, since OAuth 2.1 leaves it out. Applications of the era
 * that are explicitly allowed it still ask for it, so it joins the list that the library has already checked.
 */
export function allowBareToken(provider: Provider): void {
  insideOf(provider).configuration.responseTypes.push('token');
}
