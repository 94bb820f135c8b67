import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomPKCECodeVerifier,
  type ServerMetadata,
} from 'openid-client';
import type { Answered, Profile, SignInService, Visit } from '../sign-in-service.ts';
import { createOpenIdClient } from './client.ts';
import { explaining } from './explained.ts';
import { type Ask, askThrough } from './read-json.ts';
import { asOAuth, fetchThrough } from './through-gate.ts';

/** The addresses of a service, under the names of its standard (RFC 8414). */
type Addresses = Pick<ServerMetadata, 'authorization_endpoint' | 'token_endpoint'> & {
  /** `post` sends the secret in the form, `basic` in a header. */
  secretIn?: 'post' | 'basic';
};

interface CodeFlow {
  server: (provider: Provider) => Addresses;
  scope: (provider: Provider) => string;
  /** More parameters of the request. */
  parameters?: Readonly<Record<string, string>>;
  /** Asks the service for the user of an access token. */
  profile: (ask: Ask, accessToken: string, provider: Provider) => Promise<Profile>;
}

/**
 * A service with the authorization code grant of OAuth 2 (RFC 6749), without OpenID Connect. The request has PKCE, which services
 * without it ignore.
 */
export function codeFlow({ server, scope, parameters, profile }: CodeFlow): SignInService {
  function clientOf({ provider, way }: Visit) {
    const { secretIn = 'post', ...addresses } = server(provider);
    const issuer = URL.parse(addresses.token_endpoint ?? '')?.origin ?? '';
    const methods = [`client_secret_${secretIn}`];
    return createOpenIdClient(
      { issuer, ...addresses, token_endpoint_auth_methods_supported: methods },
      provider,
      fetchThrough(way, asOAuth),
    );
  }

  async function begin(visit: Visit) {
    const verifier = randomPKCECodeVerifier();
    const wanted = scope(visit.provider);
    const address = buildAuthorizationUrl(clientOf(visit), {
      redirect_uri: visit.redirectUri,
      ...(wanted && { scope: wanted }),
      state: visit.state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    });
    return { address: address.href, kept: { verifier } };
  }

  async function finish(answered: Answered): Promise<Profile> {
    const { provider, way, redirectUri, answer, state, kept } = answered;
    const tokens = await authorizationCodeGrant(
      clientOf(answered),
      new URL(`${redirectUri}?${withoutIssuer(answer)}`),
      {
        expectedState: state,
        pkceCodeVerifier: kept.verifier ?? '',
      },
    );
    return profile(askThrough(way), tokens.access_token, provider);
  }

  return {
    beginSignIn: (visit) => explaining(begin(visit)),
    finishSignIn: (answered) => explaining(finish(answered)),
  };
}

/** A service without metadata has no issuer that a parameter could name. Its own callback address prevents mix-ups. */
function withoutIssuer(answer: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(answer);
  rest.delete('iss');
  return rest;
}
