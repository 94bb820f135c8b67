import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  type Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { EgressClient } from '../../../core/egress/gate.ts';
import { clientAuth, isPlain } from './client.ts';
import { fetchThrough, withStandardRefusals } from './through-gate.ts';

type Documents = LRUCache<string, string>;

/** Each egress client has its own cache, because it may reach another server under the same name. */
const caches = new WeakMap<EgressClient, Documents>();
const lifetime = 10 * 60_000;
const most = 500;

function documentsOf(way: EgressClient): Documents {
  const documents: Documents = caches.get(way) ?? new LRUCache({ max: most, ttl: lifetime });
  caches.set(way, documents);
  return documents;
}

/** Asks for the metadata of an issuer, and remembers the document. */
const remembering =
  (issuer: string, way: EgressClient): CustomFetch =>
  async (address, options) => {
    const documents = documentsOf(way);
    const known = documents.get(issuer);
    if (known) return new Response(known, { headers: { 'Content-Type': 'application/json' } });
    const response = await fetchThrough(way)(address, options);
    if (response.status === 200) documents.set(issuer, await response.clone().text());
    return response;
  };

/**
 * The client for a service that publishes its metadata below its issuer address. openid-client reads the document each time, because it
 * keeps rules for some issuers with it. A document that it refuses is forgotten at once.
 */
export async function discoveredClient(
  issuer: string,
  { clientId }: Pick<Provider, 'clientId'>,
  { way, secret }: { way: EgressClient; secret: string },
): Promise<Configuration> {
  try {
    const client = await discovery(new URL(issuer), clientId, undefined, clientAuth(secret), {
      [customFetch]: remembering(issuer, way),
      execute: isPlain(issuer) ? [allowInsecureRequests] : [],
    });
    const { authorization_endpoint, token_endpoint } = client.serverMetadata();
    for (const each of [authorization_endpoint, token_endpoint]) if (isPlain(each ?? '')) allowInsecureRequests(client);
    client[customFetch] = fetchThrough(way, withStandardRefusals);
    // TLS alone would be enough for the standard. A signature also protects behind a proxy that ends TLS.
    enableNonRepudiationChecks(client);
    return client;
  } catch (error) {
    documentsOf(way).delete(issuer);
    throw error;
  }
}
