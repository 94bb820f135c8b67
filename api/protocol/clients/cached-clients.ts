import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client, Provider } from 'oidc-provider';
import { forgetKeysReadBefore } from '../patches/client-keys.ts';
import { lookUpClients } from '../patches/client-lookup.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { type Clients, keyOf } from './clients.ts';
import { ExpiredCert } from './expired-cert.ts';

/** A key that a client has removed from its address is trusted no longer than this. */
const keysSeconds = 300;

interface Known {
  clients: Clients;
  keys: SigningKeys;
  now: () => Date;
}

/**
 * Caches the client of each application. An application is the same object until it may have changed, and so is its
 * client.
 */
export function cacheClients(provider: Provider, { clients: { application }, keys, now }: Known): void {
  const known = new WeakMap<Application, Promise<Client | undefined>>();
  lookUpClients(provider, async (id, find) => {
    const found = typeof id === 'string' ? await application(id) : undefined;
    if (!found) return undefined;
    if (!keyOf(await keys(found.cert), found)) throw new ExpiredCert();
    const client = known.get(found) ?? find(found.clientId);
    known.set(found, client);
    const made = await client;
    if (made) forgetKeysReadBefore(made, now().getTime() / 1000 - keysSeconds);
    return made;
  });
}
