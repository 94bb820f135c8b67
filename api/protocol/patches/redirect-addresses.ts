import type { Provider } from 'oidc-provider';

interface Registered {
  redirectUris?: readonly string[];
  postLogoutRedirectUris?: readonly string[];
}

type MayRedirect = (registered: readonly string[], address: unknown) => boolean;

/**
 * Lets our function decide where a browser may be sent. The model says which addresses can be registered at all.
 *
 * The library ignores the port of a native client's loopback address, and refuses to register some addresses that our users
 * have. Its recipe for wildcards replaces the same methods; its schema of clients has no setting.
 */
export function judgeRedirects({ Client }: Provider, mayRedirect: MayRedirect): void {
  const { Schema } = Client as unknown as { Schema: { prototype: { redirectUris: () => void } } };
  Schema.prototype.redirectUris = () => undefined;
  Object.assign(Client.prototype, {
    redirectUriAllowed(this: Registered, address: unknown) {
      return mayRedirect(this.redirectUris ?? [], address);
    },
    postLogoutRedirectUriAllowed(this: Registered, address: unknown) {
      return mayRedirect(this.postLogoutRedirectUris ?? [], address);
    },
  });
}
