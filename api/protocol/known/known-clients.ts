import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Client, Provider } from 'oidc-provider';
import { type Clients, keyOf } from '../clients/clients.ts';
import { ExpiredCert } from '../clients/expired-cert.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';

/**
 * The library looks a client up several times in a request, and digests all that is known of it each time. An application
 * is the same object until it may have changed, and so is its client.
 */
export function rememberClients({ Client: model }: Provider, { application }: Clients, keys: SigningKeys): void {
  const known = new WeakMap<Application, Promise<Client | undefined>>();
  const { find } = model;
  model.find = async (id: string) => {
    const found = typeof id === 'string' ? await application(id) : undefined;
    if (!found) return undefined;
    // What it is given would be signed by a key that it does not trust.
    if (!keyOf(await keys(found.cert), found)) throw new ExpiredCert();
    const client = known.get(found) ?? find.call(model, id);
    known.set(found, client);
    return client;
  };
}
