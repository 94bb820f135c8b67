import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { Agent, fetch } from 'undici';
import type { Config } from '../config.ts';
import { Refusal } from '../http/errors.ts';

/** What a token must be made for to be taken here. */
export const audience = 'doorwright';

type Settings = Pick<
  Config,
  | 'DOORWRIGHT_OPERATOR_SUBJECTS'
  | 'DOORWRIGHT_CLUSTER_ISSUER'
  | 'DOORWRIGHT_CLUSTER_JWKS'
  | 'DOORWRIGHT_CLUSTER_CREDENTIALS'
>;

/** The keys could not be read, which says nothing about the token. */
const unreachable = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT']);

const optional = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** The API server tells its keys to every pod; the pod's token is read anew each time because it is replaced hourly. */
function clusterKeys({ DOORWRIGHT_CLUSTER_JWKS, DOORWRIGHT_CLUSTER_CREDENTIALS }: Settings): JWTVerifyGetKey {
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

/** Whose projected ServiceAccount token this is: one of the cluster's, made for us, of a subject on the list. */
export function createClusterTokens(settings: Settings): (token: string, now: Date) => Promise<string> {
  const keys = clusterKeys(settings);
  const subjects = new Set(settings.DOORWRIGHT_OPERATOR_SUBJECTS);
  return async (token, now) => {
    if (subjects.size === 0) throw new Refusal('operator-unknown');
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
    if (!subjects.has(String(payload.sub))) throw new Refusal('operator-unknown');
    return String(payload.sub);
  };
}
