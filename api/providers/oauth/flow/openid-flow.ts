import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Answered, Profile, SignInService, Visit } from '../sign-in-service.ts';
import { discoveredClient } from './discovered.ts';
import { explaining } from './explained.ts';

type Claims = Readonly<Record<string, unknown>>;

interface OpenIdFlow {
  issuer: (provider: Provider) => string;
  scope: (provider: Provider) => string;
  /** More parameters of the request. */
  parameters?: Readonly<Record<string, string>>;
  /** The client secret, where it is not simply the one of the provider. */
  secret?: (provider: Provider) => Promise<string>;
  /** Protections that the service refuses or leaves out. State, redirect address and client secret protect the code without them. */
  lacks?: readonly ('pkce' | 'nonce')[];
  /** `answer` is the query of the callback, which anybody can write. */
  profile: (claims: Claims, provider: Provider, answer: URLSearchParams) => Profile;
}

/**
 * A service that speaks OpenID Connect: discovery, PKCE, nonce, issuer and signed ID tokens. openid-client checks them all.
 * Claims of the userinfo endpoint join those of the ID token.
 */
export function openIdFlow(flow: OpenIdFlow): SignInService {
  const { issuer, scope, parameters, secret, lacks = [], profile } = flow;
  const [hasPkce, hasNonce] = [!lacks.includes('pkce'), !lacks.includes('nonce')];

  const clientOf = async ({ provider, way }: Visit): Promise<Configuration> =>
    discoveredClient(issuer(provider), provider, {
      way,
      secret: secret ? await secret(provider) : provider.clientSecret,
    });

  async function begin(visit: Visit) {
    const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
    const address = buildAuthorizationUrl(await clientOf(visit), {
      redirect_uri: visit.redirectUri,
      scope: scope(visit.provider),
      state: visit.state,
      ...(hasNonce && { nonce }),
      ...(hasPkce && {
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }),
      ...parameters,
    });
    return { address: address.href, kept: { ...(hasPkce && { verifier }), ...(hasNonce && { nonce }) } };
  }

  async function finish(answered: Answered): Promise<Profile> {
    const { provider, redirectUri, answer, state, kept } = answered;
    const client = await clientOf(answered);
    const tokens = await authorizationCodeGrant(client, new URL(`${redirectUri}?${answer}`), {
      expectedState: state,
      ...(hasNonce && { expectedNonce: kept.nonce ?? '' }),
      ...(hasPkce && { pkceCodeVerifier: kept.verifier ?? '' }),
      idTokenExpected: true,
    });
    const proved: Claims = tokens.claims() ?? {};
    const told = client.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(client, tokens.access_token, String(proved.sub))
      : {};
    return profile({ ...told, ...proved, ...emailOf(told, proved) }, provider, answer);
  }

  return {
    beginSignIn: (visit) => explaining(begin(visit)),
    finishSignIn: (answered) => explaining(finish(answered)),
  };
}

/** An address and its proof come from the same place, so that the proof of one never counts for another. */
function emailOf(...places: readonly Claims[]) {
  const found = places.findLast(({ email }) => email !== undefined);
  return found ? { email: found.email, email_verified: found.email_verified } : {};
}
