import type { Provider } from 'oidc-provider';

/**
 * Has every ID token name the session in which it was given, so that each can be used to sign out of it.
 *
 * The library names the session only for clients with a back-channel address.
 */
export function nameSessions({ Client }: Provider): void {
  Object.assign(Client.prototype, { includeSid: () => true });
}
