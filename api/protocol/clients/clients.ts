import type { Brand } from '@doorwright/crds/brand/brand-of.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { isStorableText } from '../../http/storable.ts';
import { looksIn } from '../../kinds/application/looks-in.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { builtInCert } from '../../kinds/cert/keys/built-in-cert.ts';
import type { ProtocolDeps } from '../deps.ts';
import { isSigning, type LiveKey, type SigningKey } from '../tokens/signing-keys.ts';

export interface Clients {
  application: (clientId: string) => Promise<Application | undefined>;
  /** The looks of its pages. */
  looks: (application: Application) => Promise<Brand>;
}

export const keyOf = (keys: readonly LiveKey[], { cert }: Pick<Application, 'cert'>): SigningKey | undefined =>
  keys.filter(isSigning).find((key) => key.cert === (cert || builtInCert));

/** Applications by their client id. */
export function createClients(deps: ProtocolDeps): Clients {
  const { applicationOf } = cachedObjectsOf(deps);
  return {
    application: async (clientId) => (clientId && isStorableText(clientId) ? applicationOf(clientId) : undefined),
    looks: (application) => looksIn(deps, application),
  };
}
