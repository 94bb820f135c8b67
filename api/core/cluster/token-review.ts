import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { Refusal } from '../errors.ts';
import { clusterFetch } from './cluster-fetch.ts';

type Settings = Pick<Config, 'DOORWRIGHT_CLUSTER_TOKEN_REVIEW' | 'DOORWRIGHT_CLUSTER_CREDENTIALS'>;

interface Review {
  status?: { authenticated?: boolean; audiences?: string[]; user?: { username?: string } };
}

export interface Reviewed {
  token: string;
  audience: string;
  subject: string;
}

/**
 * An operator sends one token with every call. A deleted pod's token works this long, and a waiting request with it ends within
 * five seconds (S16).
 */
const goodForMs = 2_000;
const mostKnown = 1000;
const timeoutMs = 5000;

/**
 * Asks the cluster whether a token is still valid. The keys prove its issuer and its expiry only. Only the cluster
 * knows whether its pod or ServiceAccount was deleted. Without the setting, this check is skipped.
 */
export function createTokenReview(settings: Settings): (reviewed: Reviewed, now: Date) => Promise<boolean> {
  const { DOORWRIGHT_CLUSTER_TOKEN_REVIEW: url, DOORWRIGHT_CLUSTER_CREDENTIALS: credentials } = settings;
  if (url === undefined) return async () => true;
  const goodUntil = new Map<string, number>();
  return async ({ token, audience, subject }, now) => {
    const id = createHash('sha256').update(`${audience}\n${token}`).digest('base64');
    if ((goodUntil.get(id) ?? 0) > now.getTime()) return true;
    const { status } = await ask(url, credentials, { token, audiences: [audience] });
    const holds =
      status?.authenticated === true &&
      status.audiences?.includes(audience) === true &&
      status.user?.username === subject;
    if (goodUntil.size >= mostKnown) goodUntil.clear();
    if (holds) goodUntil.set(id, now.getTime() + goodForMs);
    return holds;
  };
}

/**
 * Fails closed. A cluster that is down is worth a retry. A cluster that refuses the call needs a person who reads
 * the log.
 */
async function ask(url: string, credentials: string, spec: { token: string; audiences: string[] }): Promise<Review> {
  const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec });
  const response = await clusterFetch(credentials, url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new Refusal('busy', {}, { cause, retryAfterSeconds: 2 });
  });
  if (response.ok) return (await response.json()) as Review;
  if (response.status >= 500 || response.status === 429) throw new Refusal('busy', {}, { retryAfterSeconds: 2 });
  throw new Error(
    `The cluster answered ${response.status} to a TokenReview: does the ServiceAccount of the api lack the right?`,
  );
}
