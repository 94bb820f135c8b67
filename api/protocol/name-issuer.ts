import type { Provider } from 'oidc-provider';

/**
 * Every answer of the authorization endpoint names its issuer, as the discovery document says (RFC 9207). The library leaves that
 * to the ID token where one goes along, and a client that holds us to our word refuses such an answer.
 */
export function nameIssuer(provider: Provider): void {
  provider.on('authorization.success', (_ctx, answer) => {
    // A device has none: it asks at the token endpoint.
    if (answer) Object.assign(answer, { iss: provider.issuer });
  });
}
