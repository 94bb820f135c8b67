import type { Provider } from 'oidc-provider';
import { insideOf } from '../patches/inside.ts';

/**
 * The library answers `token` in every mixture but not alone, since OAuth 2.1 leaves it out. Applications of the era
 * that are explicitly allowed it still ask for it, so it joins the list that the library has already checked.
 */
export function allowBareToken(provider: Provider): void {
  insideOf(provider).configuration.responseTypes.push('token');
}
