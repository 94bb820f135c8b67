import type { Provider } from 'oidc-provider';

/**
 * Adds to every ID token the id of its session, so that each can be used to sign out of this session.
 *
 * The library names the session only for clients with a back-channel address.
 */
export function nameSessions({ Client }: Provider): void {
  Object.assign(Client.prototype, { includeSid: () => true });
}
