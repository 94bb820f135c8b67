import type { AllClientMetadata } from 'oidc-provider';
import type { SigningKey, SigningKeys } from '../tokens/signing-keys.ts';
import { clientMetadata } from './client-metadata.ts';
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
 * Finds a client as the instance of the library with this key knows it. The library keeps a client, with the keys of its address, while all
 * that is told of it stays the same. So the time is told too.
 */
export const createFindClient =
  ({ clients, keys, now }: Known, key: SigningKey) =>
  async (clientId: string): Promise<AllClientMetadata | undefined> => {
    const application = await clients.application(clientId);
    if (!application) return undefined;
    if (!keyOf(await keys(application.cert), application)) throw new ExpiredCert();
    // A disabled application is no client (S16).
    if (!application.isEnabled) return undefined;
    const keysReadAt = Math.floor(now().getTime() / 1000 / keysSeconds);
    const looks = await clients.looks(application);
    return {
      ...clientMetadata(application, key),
      looks,
      ...(application.jwksUri && { keysReadAt }),
    } as AllClientMetadata;
  };
