import type { Application } from '@doorwright/crds/models/application.ts';
import type { Client, Provider } from 'oidc-provider';
import type { Clients } from './clients.ts';

/**
 * The library looks a client up several times in a request, and digests all that is known of it each time. An application
 * is the same object until it may have changed, and so is its client.
 */
export function rememberClients({ Client: model }: Provider, { application }: Clients): void {
  const known = new WeakMap<Application, Promise<Client | undefined>>();
  const { find } = model;
  model.find = async (id: string) => {
    const found = typeof id === 'string' ? await application(id) : undefined;
    if (!found) return undefined;
    const client = known.get(found) ?? find.call(model, id);
    known.set(found, client);
    return client;
  };
}
