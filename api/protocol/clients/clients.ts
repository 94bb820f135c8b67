import type { Application } from '@doorwright/crds/kinds/application.ts';
import { isStorableText } from '../../http/storable.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { builtInCert } from '../../kinds/cert/keys/built-in-cert.ts';
import type { ProtocolDeps } from '../deps.ts';
import { isSigning, type LiveKey, type SigningKey } from '../tokens/signing-keys.ts';

export interface Clients {
  application: (clientId: string) => Promise<Application | undefined>;
}

export const keyOf = (keys: readonly LiveKey[], { cert }: Pick<Application, 'cert'>): SigningKey | undefined =>
  keys.filter(isSigning).find((key) => key.cert === (cert || builtInCert));

/** Applications by their client id. */
export function createClients(deps: ProtocolDeps): Clients {
  const { applicationOf } = cachedObjectsOf(deps);
  return {
    application: async (clientId) => (clientId && isStorableText(clientId) ? applicationOf(clientId) : undefined),
  };
}
