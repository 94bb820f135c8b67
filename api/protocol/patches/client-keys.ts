import type { Client } from 'oidc-provider';

interface Keys {
  freshUntil?: number;
  clear: () => void;
}

/** The library reads keys again after a minute, if it needs another one. */
const freshSeconds = 60;

/**
 * Forgets keys that were read from the address of a client before this time, in seconds.
 *
 * The library reads an address again only if no known key fits. A key that the client has removed would be good for ever.
 */
export function forgetKeysReadBefore(client: Client, time: number): void {
  const { asymmetricKeyStore: keys } = client as unknown as { asymmetricKeyStore: Keys };
  if (!client.jwksUri || !keys.freshUntil || keys.freshUntil - freshSeconds > time) return;
  keys.clear();
  delete keys.freshUntil;
}
