import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client';
import type { Answered, Profile, SignInService, Visit } from '../sign-in-service.ts';
import { createOpenIdClient } from './client.ts';
import { metadataOf } from './discovered.ts';
import { explaining } from './explained.ts';
import { fetchThrough } from './through-gate.ts';

interface OpenIdFlow {
  issuer: (provider: Provider) => string;
  scope: (provider: Provider) => string;
  /** More parameters of the request. */
  parameters?: Readonly<Record<string, string>>;
  profile: (claims: Readonly<Record<string, unknown>>, provider: Provider) => Profile;
}

/**
 * A service that speaks OpenID Connect: discovery, PKCE, nonce, issuer and signed ID tokens. openid-client checks them all.
 * Claims of the userinfo endpoint join those of the ID token.
 */
export function openIdFlow({ issuer, scope, parameters, profile }: OpenIdFlow): SignInService {
  async function clientOf({ provider, way }: Visit): Promise<Configuration> {
    const client = createOpenIdClient(await metadataOf(issuer(provider), way), provider, fetchThrough(way));
    // The line alone would be enough for the standard. A signature also holds behind a proxy that ends TLS.
    enableNonRepudiationChecks(client);
    return client;
  }

  async function begin(visit: Visit) {
    const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
    const address = buildAuthorizationUrl(await clientOf(visit), {
      redirect_uri: visit.redirectUri,
      scope: scope(visit.provider),
      state: visit.state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...parameters,
    });
    return { address: address.href, kept: { verifier, nonce } };
  }

  async function finish(answered: Answered): Promise<Profile> {
    const { provider, redirectUri, answer, state, kept } = answered;
    const client = await clientOf(answered);
    const tokens = await authorizationCodeGrant(client, new URL(`${redirectUri}?${answer}`), {
      expectedState: state,
      expectedNonce: kept.nonce ?? '',
      pkceCodeVerifier: kept.verifier ?? '',
      idTokenExpected: true,
    });
    const proved: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
    const told = client.serverMetadata().userinfo_endpoint
      ? await fetchUserInfo(client, tokens.access_token, String(proved.sub))
      : {};
    return profile({ ...told, ...proved, ...emailOf(told, proved) }, provider);
  }

  return {
    beginSignIn: (visit) => explaining(begin(visit)),
    finishSignIn: (answered) => explaining(finish(answered)),
  };
}

/** An address and its proof come from the same place, so that the proof of one never counts for another. */
function emailOf(...places: readonly Readonly<Record<string, unknown>>[]) {
  const found = places.findLast(({ email }) => email !== undefined);
  return found ? { email: found.email, email_verified: found.email_verified } : {};
}
