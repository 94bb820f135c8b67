import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { AllClientMetadata } from 'oidc-provider';
import { isStorableText } from '../../http/storable.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { builtInCert } from '../../kinds/cert/keys/built-in-cert.ts';
import type { ProtocolDeps } from '../deps.ts';
import type { SigningKey } from '../tokens/signing-keys.ts';
import { clientMetadata } from './client-metadata.ts';

export interface Clients {
  application: (clientId: string) => Promise<Application | undefined>;
  /** A client as the instance with this key knows it. */
  find: (clientId: string, key: SigningKey) => Promise<AllClientMetadata | undefined>;
}

export const keyOf = (keys: readonly SigningKey[], { cert }: Pick<Application, 'cert'>): SigningKey | undefined =>
  keys.find((key) => key.signs && key.cert === (cert || builtInCert));

/** Applications by their client id. */
export function createClients(deps: ProtocolDeps): Clients {
  const { applicationOf } = cachedObjectsOf(deps);
  const application = async (clientId: string) =>
    clientId && isStorableText(clientId) ? applicationOf(clientId) : undefined;
  return {
    application,
    async find(clientId, key) {
      const found = await application(clientId);
      // A disabled application is no client (S16).
      return found?.isEnabled ? clientMetadata(found, key) : undefined;
    },
  };
}
