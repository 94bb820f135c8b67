import type { ClientFault } from '@doorwright/crds/options/client-faults.ts';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { programPaths } from '../../http/protocol-paths.ts';
import { scrubbedAddress } from '../../http/secrets-in-url.ts';
import { isOwnOrigin } from '../clients/own-origin.ts';
import { ChallengeMissing } from '../errors/challenge-missing.ts';
import { hasGoodChallenge } from '../errors/good-challenge.ts';
import { SecondUse } from '../errors/second-use.ts';
import { SecretsLocked, WrongSecret } from '../errors/wrong-secret.ts';
import { faultOfCode } from './fault-of-code.ts';
import { grantMissing } from './grant-missing.ts';
import type { Mistake } from './mistake.ts';

type Refused = errors.OIDCProviderError;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The page that calls has an origin which the client does not have. Browsers hide the answer from it. */
function foreignOrigin(ctx: KoaContextWithOIDC): string | undefined {
  const { client } = ctx.oidc;
  const origin = ctx.get('Origin');
  return client && origin && programPaths.includes(ctx.path) && !isOwnOrigin(client, origin) ? origin : undefined;
}

/** The address to which the browser should go, where no such address is registered. */
function foreignAddress(
  error: Refused,
  { oidc: { client, params, route }, query }: KoaContextWithOIDC,
): Mistake | undefined {
  const asked: Readonly<Record<string, unknown>> = params ?? query;
  const after = asked.post_logout_redirect_uri;
  const address = error instanceof errors.InvalidRedirectUri ? asked.redirect_uri : undefined;
  if (address !== undefined) return { fault: 'redirect-uri', sent: scrubbedAddress(text(address)) };
  if (route !== 'end_session' || typeof after !== 'string' || client?.postLogoutRedirectUriAllowed(after))
    return undefined;
  return { fault: 'redirect-uri', sent: scrubbedAddress(after) };
}

function atAuthorization(error: Refused, ctx: KoaContextWithOIDC): Mistake | undefined {
  const params: Readonly<Record<string, unknown>> = ctx.oidc.params ?? ctx.query;
  if (error instanceof ChallengeMissing) return { fault: 'pkce-missing' };
  const lacksType = ctx.oidc.route === 'authorization' && !params.response_type;
  if (error instanceof errors.UnsupportedResponseType || lacksType)
    return { fault: 'response-type', sent: text(params.response_type) };
  if (error instanceof errors.InvalidRequest && !hasGoodChallenge(params)) return { fault: 'pkce-form' };
  return undefined;
}

/** A refresh token can fail in two ways only, because nobody types it. One that is missing leads to the sign-in page too. */
const ofRefresh = (error: Refused): ClientFault => (error instanceof SecondUse ? 'refresh-used' : 'refresh-ended');

function atToken(error: Refused, ctx: KoaContextWithOIDC): Mistake | undefined {
  const { params } = ctx.oidc;
  const grant = text(params?.grant_type);
  if (!grant) return { fault: 'grant-unknown' };
  if (grant === 'authorization_code') return faultOfCode(error, ctx);
  if (grant !== 'refresh_token') return undefined;
  return error instanceof errors.InvalidGrant || !params?.refresh_token ? { fault: ofRefresh(error) } : undefined;
}

/**
 * Finds the mistake behind an error of the library. The type of the error and the facts of the request tell it. Sentences of the library do
 * not, because they may change.
 */
export function faultOf(error: Refused, ctx: KoaContextWithOIDC): Mistake | undefined {
  const { client, params, route } = ctx.oidc;
  if (!client) return undefined;
  const sent = foreignOrigin(ctx);
  if (sent) return { fault: 'cors', sent };
  if (error instanceof WrongSecret) return { fault: 'client-secret' };
  if (error instanceof SecretsLocked) return { fault: 'client-locked' };
  if (error instanceof errors.InvalidClientAuth) return { fault: 'client-proof' };
  if (error instanceof errors.InvalidScope) return { fault: 'scope', sent: text(params?.scope) };
  if (error instanceof errors.UnsupportedGrantType) return { fault: 'grant-unknown', sent: text(params?.grant_type) };
  const known = foreignAddress(error, ctx) ?? grantMissing(ctx);
  if (known) return known;
  return route === 'token' ? atToken(error, ctx) : atAuthorization(error, ctx);
}
