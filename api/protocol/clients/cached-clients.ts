import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client, Provider } from 'oidc-provider';
import { lookUpClients } from '../patches/client-lookup.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { type Clients, keyOf } from './clients.ts';
import { ExpiredCert } from './expired-cert.ts';

/**
 * Caches the client of each application. An application is the same object until it may have changed, and so is its
 * client.
 */
export function cacheClients(provider: Provider, { application }: Clients, keys: SigningKeys): void {
  const known = new WeakMap<Application, Promise<Client | undefined>>();
  lookUpClients(provider, async (id, find) => {
    const found = typeof id === 'string' ? await application(id) : undefined;
    if (!found) return undefined;
    if (!keyOf(await keys(found.cert), found)) throw new ExpiredCert();
    const client = known.get(found) ?? find(found.clientId);
    known.set(found, client);
    return client;
  });
}
