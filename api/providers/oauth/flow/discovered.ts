import { LRUCache } from 'lru-cache';
import { allowInsecureRequests, customFetch, discovery, type ServerMetadata } from 'openid-client';
import type { EgressClient } from '../../../core/egress/gate.ts';
import { isPlain } from './client.ts';
import { fetchThrough } from './through-gate.ts';

type Known = LRUCache<string, Promise<ServerMetadata>>;

/** Each way out has its own cache, because it may reach another server under the same name. */
const caches = new WeakMap<EgressClient, Known>();
const lifetime = 10 * 60_000;
const most = 500;

async function discover(issuer: string, way: EgressClient): Promise<ServerMetadata> {
  const found = await discovery(new URL(issuer), 'discovery', undefined, undefined, {
    [customFetch]: fetchThrough(way),
    execute: isPlain(issuer) ? [allowInsecureRequests] : [],
  });
  return { ...found.serverMetadata() };
}

/** The metadata that a service publishes below its issuer address. A failure is forgotten at once. */
export function metadataOf(issuer: string, way: EgressClient): Promise<ServerMetadata> {
  const cache: Known = caches.get(way) ?? new LRUCache({ max: most, ttl: lifetime });
  caches.set(way, cache);
  const known = cache.get(issuer);
  if (known) return known;
  const found = discover(issuer, way);
  cache.set(issuer, found);
  found.catch(() => cache.delete(issuer));
  return found;
}
