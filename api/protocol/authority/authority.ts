import { LRUCache } from 'lru-cache';
import type { Provider } from 'oidc-provider';
import { type Clients, createClients, keyOf } from '../clients/clients.ts';
import { createSecretProof } from '../clients/count-wrong-secrets.ts';
import { createWorkloadProof } from '../clients/workload-assertion.ts';
import type { ProtocolDeps } from '../deps.ts';
import { createRefusals, type Refusals } from '../records/refusals.ts';
import { createSigningKeys, isSigning, type SigningKey, type SigningKeys } from '../tokens/signing-keys.ts';
import { type Answers, createAnswers } from './cached-answers.ts';
import { createProvider } from './provider.ts';

export interface Authority {
  answers: Answers;
  clients: Clients;
  /** Verifies the token of a pod that proves its client. Call it before the library judges the request. */
  proveWorkload: ReturnType<typeof createWorkloadProof>;
  refusals: Refusals;
  signingKeys: SigningKeys;
  /**
   * The instance of the library for a client. All are one issuer, and each signs with the cert of its applications.
   */
  providerFor: (clientId: string | undefined) => Promise<Provider>;
}

/** Each takes about 0.1 MiB, and some milliseconds to make again. */
const mostProviders = 300;

/**
 * One issuer with several keys. The library chooses a key by its algorithm alone, so each key has an instance of the
 * library.
 */
export function createAuthority(deps: ProtocolDeps): Authority {
  const signingKeys = createSigningKeys(deps);
  const clients = createClients(deps);
  const refusals = createRefusals(deps, clients);
  const isSecretOf = createSecretProof(deps);
  const answers = createAnswers(deps, clients, isSecretOf);
  const shared = { answers, clients, keys: signingKeys, refusals, isSecretOf };
  const providers = new LRUCache<string, { key: string; provider: Provider }>({ max: mostProviders });

  function providerWith(key: SigningKey): Provider {
    const id = `${key.kid} ${key.alg} ${key.thumbprint}`;
    const known = providers.get(key.cert);
    if (known?.key === id) return known.provider;
    const provider = createProvider(deps, key, shared);
    providers.set(key.cert, { key: id, provider });
    return provider;
  }

  return {
    answers,
    clients,
    proveWorkload: createWorkloadProof(deps, clients),
    refusals,
    signingKeys,
    async providerFor(clientId) {
      const application = clientId ? await clients.application(clientId) : undefined;
      const keys = await signingKeys(application?.cert);
      // The instance of another key refuses an application whose own cert has expired.
      const key = (application && keyOf(keys, application)) ?? keyOf(keys, { cert: '' }) ?? keys.find(isSigning);
      if (!key) throw new Error('There is no cert to sign with');
      return providerWith(key);
    },
  };
}
