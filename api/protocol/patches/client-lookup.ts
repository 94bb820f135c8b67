import type { Client, Provider } from 'oidc-provider';

type Find = (id: string) => Promise<Client | undefined>;

/**
 * Has a function of ours look clients up.
 *
 * The library asks the adapter at each lookup, several times in a request. It digests all that is known of a client each time,
 * to find the client that it has made of the same.
 */
export function lookUpClients(
  { Client: model }: Provider,
  lookUp: (id: unknown, find: Find) => ReturnType<Find>,
): void {
  const find: Find = model.find.bind(model);
  model.find = (id: string) => lookUp(id, find);
}
