import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EgressClient } from '../core/egress/gate.ts';

export interface AccessToken {
  accessToken: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** A token is renewed this long before its end, because a request takes a while. */
const earlyMs = 60_000;
const mostTokens = 1000;

/** Access tokens at other services, in memory only. Each way out has its own, so that owners and servers share none. */
export function createTokenCache() {
  const tokens = new WeakMap<EgressClient, LRUCache<string, Promise<AccessToken>>>();
  const tokensOf = (way: EgressClient) => {
    const known = tokens.get(way) ?? new LRUCache<string, Promise<AccessToken>>({ max: mostTokens });
    tokens.set(way, known);
    return known;
  };
  const keyOf = (about: readonly string[]) => hash('sha256', JSON.stringify(about));

  return {
    /** A token for all that it depends on, so a changed provider gets a new one. Two questions at the same time are one. */
    async get(
      { way, about, now }: { way: EgressClient; about: readonly string[]; now: number },
      fetchToken: () => Promise<AccessToken>,
    ): Promise<string> {
      const known = tokensOf(way);
      const key = keyOf(about);
      const held = known.get(key);
      // Without one, nothing is waited for: a second question at the same time must find the first.
      const kept = held && (await held.catch(() => undefined));
      if (kept && kept.expires - earlyMs > now) return kept.accessToken;
      const fetched = fetchToken();
      known.set(key, fetched);
      fetched.catch(() => known.peek(key) === fetched && known.delete(key));
      return (await fetched).accessToken;
    },
    /** The service refuses the token, for example because somebody revoked it. */
    forget: (way: EgressClient, about: readonly string[]): void => void tokensOf(way).delete(keyOf(about)),
  };
}
