import { errors, Provider } from 'oidc-provider';
import { createSecretCheck } from '../accounts/client-secrets.ts';
import { addressCounter, clientCounter, countWrong, createLockMemory } from '../accounts/guesses.ts';
import { Refusal } from '../http/errors.ts';
import type { ProtocolDeps } from './deps.ts';

interface ClientModel {
  clientId: string;
  clientSecret?: string;
  compareClientSecret: (shown: string) => Promise<boolean>;
}

/** Wrong client secrets are counted as wrong passwords are (S23): during a lock the right one is refused too. */
export function countWrongSecrets(provider: Provider, { db, store, now, clientAddress }: ProtocolDeps): void {
  const isSecret = createSecretCheck({ db, store, now });
  const refuseLocked = createLockMemory(db);
  const model = provider.Client.prototype as unknown as ClientModel;
  model.compareClientSecret = async function (this: ClientModel, shown) {
    const address = Provider.ctx ? clientAddress(Provider.ctx.req) : '';
    const counters = [clientCounter(this.clientId, address), addressCounter(address)];
    try {
      await refuseLocked(counters, now());
      const { clientId, clientSecret } = this;
      if (clientSecret && (await isSecret({ clientId, clientSecret }, shown))) return true;
      await countWrong(db, counters, now());
      return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.retryAfterSeconds) Provider.ctx?.set('Retry-After', String(error.retryAfterSeconds));
      throw new errors.InvalidClientAuth('too many wrong secrets');
    }
  };
}
