import type { Application } from '@doorwright/crds/kinds/application.ts';
import { cryptoAlgorithms } from '@doorwright/crds/options/crypto-algorithms.ts';
import { scopes } from '@doorwright/crds/options/oauth-scopes.ts';
import { languages } from '@doorwright/locales';
import type { AsymmetricSigningAlgorithm, Client, Configuration, errors, KoaContextWithOIDC } from 'oidc-provider';
import { interactionCookieName, resumeCookieName, sessionCookieName } from '../../http/cookies.ts';
import { paths } from '../../http/protocol-paths.ts';
import { classes } from '../../kinds/session/authentication-methods.ts';
import { claimsByScope } from '../../kinds/token/scopes.ts';
import { isCall } from '../calls.ts';
import { answerByPage } from '../client-answer.ts';
import { judgeAssertion, profileOf } from '../clients/client-assertions.ts';
import { responseTypes } from '../clients/client-metadata.ts';
import type { Clients } from '../clients/clients.ts';
import { createFindClient } from '../clients/find-client.ts';
import { isOwnOrigin } from '../clients/own-origin.ts';
import { judgeRequestObject } from '../clients/request-objects.ts';
import type { ProtocolDeps } from '../deps.ts';
import { ChallengeMissing } from '../errors/challenge-missing.ts';
import { rotatesRefreshToken } from '../grants/refresh-rotation.ts';
import { fetchThrough } from '../outgoing.ts';
import { countWrongDeviceCodes } from '../pages/count-wrong-device-codes.ts';
import {
  connectedPage,
  deviceCodePage,
  deviceConfirmPage,
  logoutPage,
  problemPage,
  signedOutPage,
} from '../pages/pages.ts';
import { signInPage } from '../pages/sign-in-page.ts';
import { grantAsked } from '../prompts/asked-grant.ts';
import { promptPolicy } from '../prompts/prompt-policy.ts';
import { createAdapter } from '../store/adapter.ts';
import { findAccount, idTokenClaims } from '../tokens/accounts.ts';
import { judgeClaims } from '../tokens/claims-asked.ts';
import { impersonationClaim, signInClaims } from '../tokens/impersonation.ts';
import { CertKey } from '../tokens/sign-jwt.ts';
import type { SigningKey, SigningKeys } from '../tokens/signing-keys.ts';

import { lifetimes } from './lifetimes.ts';

/** The algorithms with which clients sign. None uses a shared secret: a server that verifies with it could sign too. */
const clientAlgorithms: AsymmetricSigningAlgorithm[] = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA'] as const),
];

interface Shown {
  clientId?: string | undefined;
  /** Missing where an application acts for itself. */
  accountId?: string;
}

const applicationOf = (client: Client | undefined) => client?.application as Application;

interface Known {
  clients: Clients;
  keys: SigningKeys;
}

/** The library's configuration for one signing key. */
export function configuration(deps: ProtocolDeps, { clients, keys }: Known, key: SigningKey): Configuration {
  const origin = deps.config.DOORWRIGHT_ORIGIN;
  /** A client may ask about its own tokens (S40), while their user could still refresh them. */
  async function mayBeTold(_ctx: KoaContextWithOIDC, client: Client, { clientId, accountId }: Shown): Promise<boolean> {
    if (clientId !== client.clientId) return false;
    return !accountId || (await findAccount(deps, accountId, applicationOf(client))) !== undefined;
  }
  const cookie = { httpOnly: true, sameSite: 'lax', path: '/', secure: origin.startsWith('https:') } as const;
  return {
    adapter: countWrongDeviceCodes(createAdapter(deps, createFindClient({ clients, keys, now: deps.now }, key)), deps),
    jwks: { keys: [new CertKey(key)] },
    findAccount: (ctx, id, shown) => findAccount(deps, id, shown && applicationOf(ctx.oidc.client)),
    loadExistingGrant: (ctx) => grantAsked(ctx, deps),
    claims: { ...claimsByScope, openid: [...claimsByScope.openid, ...idTokenClaims] },
    // Stored with the token too: introspection shows it, and our own endpoints recognize the caller by it.
    extraTokenClaims: () => ({ ...impersonationClaim(), ...signInClaims() }),
    scopes,
    acrValues: Object.values(classes),
    // patches/bare-token.ts adds `token` alone.
    responseTypes: Object.keys(responseTypes).filter((type) => type !== 'token') as never,
    extraClientMetadata: { properties: ['application', 'looks', 'keysReadAt'] },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: judgeAssertion(deps.now),
    clientDefaults: { id_token_signed_response_alg: key.alg as never },
    enabledJWA: {
      idTokenSigningAlgValues: [...cryptoAlgorithms] as never,
      clientAuthSigningAlgValues: clientAlgorithms,
      requestObjectSigningAlgValues: clientAlgorithms,
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    // Their rows name the session. They are deleted when somebody ends the session, and stay when it expires.
    expiresWithSession: () => false,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: rotatesRefreshToken(deps),
    pkce: {
      required(_ctx, client) {
        if (client.clientAuthMethod !== 'none' && !applicationOf(client).requirePkce) return false;
        throw new ChallengeMissing();
      },
    },
    clientBasedCORS: (_ctx, from, client) => isOwnOrigin(client, from),
    interactions: { policy: promptPolicy(deps), url: signInPage },
    cookies: {
      names: {
        session: sessionCookieName(origin),
        interaction: interactionCookieName(origin),
        resume: resumeCookieName(origin),
      },
      long: cookie,
      short: { ...cookie, path: undefined } as never,
    },
    routes: paths,
    discovery: {
      prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
      ui_locales_supported: [...languages],
    },
    renderError: async (ctx, out, error) => {
      answerByPage(ctx);
      if (isCall(ctx) || ctx.accepts('html', 'json') === 'json') ctx.body = out;
      else await problemPage(ctx, out, error as errors.OIDCProviderError);
    },
    ttl: lifetimes(deps.now),
    fetch: (target, init) => fetchThrough(deps.egress, target, init),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: mayBeTold },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true, logoutSource: logoutPage, postLogoutSuccessSource: signedOutPage },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: deviceCodePage,
        userCodeConfirmSource: (ctx, form, _client, _device, userCode) => deviceConfirmPage(ctx, form, userCode),
        successSource: connectedPage,
      },
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true, assertJwtClaimsAndHeader: judgeRequestObject },
      fapi: { enabled: true, profile: profileOf },
      claimsParameter: { enabled: true, assertClaimsParameter: judgeClaims },
      dPoP: { enabled: true, nonceSecret: deps.box.derived('nonces of DPoP')[0] },
      backchannelLogout: { enabled: true },
      resourceIndicators: { enabled: false },
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    },
  };
}
