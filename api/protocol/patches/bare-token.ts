import type { Provider } from 'oidc-provider';
import { insideOf } from './inside.ts';

/**
 * Allows the response type `token` alone, for applications that are explicitly allowed it.
 *
 * The library answers `token` in every mixture but not alone, since OAuth 2.1 leaves it out. So it joins the list that the
 * library has already checked.
 */
export function allowBareToken(provider: Provider): void {
  insideOf(provider).configuration.responseTypes.push('token');
}
