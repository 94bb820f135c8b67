import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Agent, fetch } from 'undici';
import type { Config } from '../config.ts';
import { Refusal } from '../http/errors.ts';

export type ClusterSettings = Pick<
  Config,
  'DOORWRIGHT_CLUSTER_ISSUER' | 'DOORWRIGHT_CLUSTER_JWKS' | 'DOORWRIGHT_CLUSTER_CREDENTIALS'
>;

/** The keys could not be read, which says nothing about the token. */
const unreachable = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT']);

const optional = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** The API server tells its keys to every pod; the pod's token is read anew each time because it is replaced hourly. */
function clusterKeys({ DOORWRIGHT_CLUSTER_JWKS, DOORWRIGHT_CLUSTER_CREDENTIALS }: ClusterSettings): JWTVerifyGetKey {
  const read = async (url: string, { signal }: { signal?: AbortSignal }) => {
    const [ca, token] = await Promise.all(
      ['ca.crt', 'token'].map((file) => optional(join(DOORWRIGHT_CLUSTER_CREDENTIALS, file))),
    );
    const dispatcher = ca ? new Agent({ connect: { ca } }) : undefined;
    const headers = token ? { authorization: `Bearer ${token.trim()}` } : {};
    const response = await fetch(url, {
      headers,
      redirect: 'error',
      ...(signal && { signal }),
      ...(dispatcher && { dispatcher }),
    });
    const body = await response.text();
    await dispatcher?.close();
    return new Response(body, { status: response.status });
  };
  return createRemoteJWKSet(new URL(DOORWRIGHT_CLUSTER_JWKS), {
    [customFetch]: read as never,
    cooldownDuration: 10_000,
  });
}

/** Answers whose a token is; refuses with `operator-unknown` what is not the cluster's, not made for us, or over. */
export type ClusterTokens = (token: string, wanted: { audience: string; now: Date }) => Promise<string>;

function create(settings: ClusterSettings): ClusterTokens {
  const keys = clusterKeys(settings);
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
    return String(payload.sub);
  };
}

const known = new WeakMap<ClusterSettings, ClusterTokens>();

/** Of projected ServiceAccount tokens. Whoever asks with the same settings shares the keys that were read. */
export function clusterTokens(settings: ClusterSettings): ClusterTokens {
  const tokens = known.get(settings) ?? create(settings);
  known.set(settings, tokens);
  return tokens;
}
