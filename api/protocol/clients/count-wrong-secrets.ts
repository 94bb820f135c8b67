import type { IncomingMessage } from 'node:http';
import type { Application } from '@doorwright/crds/models/application.ts';
import { errors, Provider } from 'oidc-provider';
import { createSecretCheck } from '../../accounts/client-secrets.ts';
import { addressCounter, clientCounter, countWrong, createLockMemory } from '../../accounts/guesses.ts';
import { Refusal } from '../../http/errors.ts';
import type { ProtocolDeps } from '../deps.ts';

type Client = Pick<Application, 'clientId' | 'clientSecret'>;

interface ClientModel extends Partial<Client> {
  clientId: string;
  compareClientSecret: (shown: string) => Promise<boolean>;
}

const countersOf = (clientId: string, address: string) => [clientCounter(clientId, address), addressCounter(address)];

/** The secrets that requests were found to have been sent with. */
const proven = new WeakMap<IncomingMessage, string>();
export const provenSecretOf = (req: IncomingMessage): string | undefined => proven.get(req);

/** Is this a secret of the client? During a lock nobody is told (S23). A wrong one is not counted yet. */
export type SecretProof = (client: Client, shown: string, address: string) => Promise<boolean>;

export function createSecretProof({ db, store, now }: ProtocolDeps): SecretProof {
  const isSecret = createSecretCheck({ db, store, now });
  const refuseLocked = createLockMemory(db);
  return async ({ clientId, clientSecret }, shown, address) => {
    await refuseLocked(countersOf(clientId, address), now());
    return clientSecret !== '' && isSecret({ clientId, clientSecret }, shown);
  };
}

/** Wrong client secrets are counted as wrong passwords are (S23): during a lock the right one is refused too. */
export function countWrongSecrets(
  provider: Provider,
  { db, now, clientAddress }: ProtocolDeps,
  isSecretOf: SecretProof,
): void {
  const model = provider.Client.prototype as unknown as ClientModel;
  model.compareClientSecret = async function (this: ClientModel, shown) {
    const { clientId, clientSecret = '' } = this;
    const address = Provider.ctx ? clientAddress(Provider.ctx.req) : '';
    try {
      if (await isSecretOf({ clientId, clientSecret }, shown, address)) {
        if (Provider.ctx) proven.set(Provider.ctx.req, shown);
        return true;
      }
      await countWrong(db, countersOf(clientId, address), now());
      return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.retryAfterSeconds) Provider.ctx?.set('Retry-After', String(error.retryAfterSeconds));
      throw new errors.InvalidClientAuth('too many wrong secrets');
    }
  };
}
