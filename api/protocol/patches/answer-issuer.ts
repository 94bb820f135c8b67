import type { Provider } from 'oidc-provider';

/**
 * Names the issuer in every answer of the authorization endpoint, as the discovery document promises (RFC 9207).
 *
 * The library leaves the issuer to the ID token where one goes along. A client that relies on the promise refuses such an answer.
 */
export function nameIssuer(provider: Provider): void {
  provider.on('authorization.success', (_ctx, answer) => {
    // A device gets no answer here: it asks at the token endpoint.
    if (answer) Object.assign(answer, { iss: provider.issuer });
  });
}
