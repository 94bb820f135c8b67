import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import { clusterFetch } from './cluster-fetch.ts';
import { createTokenReview } from './token-review.ts';

export type ClusterSettings = Pick<
  Config,
  | 'DOORWRIGHT_CLUSTER_ISSUER'
  | 'DOORWRIGHT_CLUSTER_JWKS'
  | 'DOORWRIGHT_CLUSTER_CREDENTIALS'
  | 'DOORWRIGHT_CLUSTER_TOKEN_REVIEW'
>;

/** Codes for keys that could not be read. They say nothing about the token. */
const unreachable = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT']);

/** The API server publishes its keys to every pod. */
function clusterKeys({ DOORWRIGHT_CLUSTER_JWKS, DOORWRIGHT_CLUSTER_CREDENTIALS }: ClusterSettings): JWTVerifyGetKey {
  const read = (url: string, { signal }: { signal?: AbortSignal }) =>
    clusterFetch(DOORWRIGHT_CLUSTER_CREDENTIALS, url, signal && { signal });
  return createRemoteJWKSet(new URL(DOORWRIGHT_CLUSTER_JWKS), {
    [customFetch]: read as never,
    cooldownDuration: 10_000,
  });
}

/**
 * Returns the subject of a token. Refuses with `operator-unknown` a token of another issuer or audience, or an
 * expired one.
 */
export type ClusterTokenCheck = (token: string, wanted: { audience: string; now: Date }) => Promise<string>;

function create(settings: ClusterSettings): ClusterTokenCheck {
  const keys = clusterKeys(settings);
  const stillHolds = createTokenReview(settings);
  return async (token, { audience, now }) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: settings.DOORWRIGHT_CLUSTER_ISSUER,
      audience,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
      algorithms: ['RS256', 'ES256', 'ES384', 'ES512'],
    }).catch((cause: unknown) => {
      const isTokens = cause instanceof errors.JOSEError && !unreachable.has(cause.code);
      throw new Refusal(
        isTokens ? 'operator-unknown' : 'busy',
        {},
        { cause, ...(!isTokens && { retryAfterSeconds: 2 }) },
      );
    });
    const subject = String(payload.sub);
    if (!(await stillHolds({ token, audience, subject }, now))) throw new Refusal('operator-unknown');
    return subject;
  };
}

const known = new WeakMap<ClusterSettings, ClusterTokenCheck>();

/** Checks projected ServiceAccount tokens. Calls with the same settings share the keys that were read. */
export function clusterTokenCheck(settings: ClusterSettings): ClusterTokenCheck {
  const tokens = known.get(settings) ?? create(settings);
  known.set(settings, tokens);
  return tokens;
}
