import type { Provider } from 'oidc-provider';

/**
 * Keeps the id of a session when its user has signed in.
 *
 * The library gives the session a new id then. Here each sign-in makes a session of its own (S21), and its row has the id.
 */
export function keepSessionIds({ Session }: Provider): void {
  Object.assign(Session.prototype, { resetIdentifier: () => undefined });
}
