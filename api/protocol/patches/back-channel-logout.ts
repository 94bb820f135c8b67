import type { Client, Provider } from 'oidc-provider';

type Tell = (sub: string, sid: string) => Promise<void>;

interface ClientModel extends Client {
  backchannelLogout: Tell;
}

const own = new WeakMap<object, Tell>();

/**
 * Has a function of ours take notice of a client that is to hear of a sign-out.
 *
 * The library tells clients while the user waits, once, and forgets the client that did not answer.
 */
export function tellSignOuts(
  { Client }: Provider,
  notice: (clientId: string, sub: string, sid: string) => Promise<void>,
) {
  const model = Client.prototype as unknown as ClientModel;
  own.set(model, model.backchannelLogout);
  model.backchannelLogout = function (this: ClientModel, sub, sid) {
    return notice(this.clientId, sub, sid);
  };
}

/** Signs a logout token and posts it to the client, as the library does. */
export const tellSignOut = async (client: Client, sub: string, sid: string): Promise<void> =>
  own.get(Object.getPrototypeOf(client))?.call(client, sub, sid);
