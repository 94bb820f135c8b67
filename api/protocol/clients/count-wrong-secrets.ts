import type { IncomingMessage } from 'node:http';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { createSecretCheck } from '../../kinds/application/client-secrets.ts';
import { countersThatRefuse, countWrongSecret } from '../../signin/locks/client-guesses.ts';
import { createLockMemory } from '../../signin/locks/guesses.ts';
import type { ProtocolDeps } from '../deps.ts';
import { SecretsLocked, WrongSecret } from '../errors/wrong-secret.ts';
import { judgeSecrets } from '../patches/client-secrets.ts';

type Client = Pick<Application, 'clientId' | 'clientSecret'>;

/** The right secrets of requests. */
const proven = new WeakMap<IncomingMessage, string>();
export const provenSecretOf = (req: IncomingMessage): string | undefined => proven.get(req);

/**
 * Whether this is a secret of the client. During a lock, a secret that can be guessed gets no answer (S23). It does
 * not count a wrong one.
 */
export type SecretProof = (client: Client, shown: string, address: string) => Promise<boolean>;

export function createSecretProof({ db, store, now }: ProtocolDeps): SecretProof {
  const isSecret = createSecretCheck({ db, store, now });
  const refuseKnownLock = createLockMemory(db);
  return async ({ clientId, clientSecret }, shown, address) => {
    const counters = countersThatRefuse(clientId, shown, address);
    if (counters.length > 0) await refuseKnownLock(counters, now());
    const isRight = clientSecret !== '' && (await isSecret({ clientId, clientSecret }, shown));
    // Other requests may have reached the limit during the comparison.
    if (isRight && counters.length > 0) await refuseKnownLock(counters, now());
    return isRight;
  };
}

/** A lock has an error of its own. Otherwise a client with the right secret would look for a mistake that is not there. */
function tooManyWrong({ retryAfterSeconds = 1 }: Refusal): Error {
  Provider.ctx?.set('Retry-After', String(retryAfterSeconds));
  return new SecretsLocked(retryAfterSeconds);
}

/** Counts wrong client secrets as wrong passwords are (S23), and refuses all during a lock. */
export function countWrongSecrets(
  provider: Provider,
  { db, now, clientAddress }: ProtocolDeps,
  isSecretOf: SecretProof,
): void {
  judgeSecrets(provider, async ({ clientId, clientSecret = '' }, shown, { ctx }) => {
    const address = ctx ? clientAddress(ctx.req) : '';
    try {
      if (await isSecretOf({ clientId, clientSecret }, shown, address)) {
        if (ctx) proven.set(ctx.req, shown);
        return true;
      }
      await countWrongSecret(db, clientId, address, now());
      throw new WrongSecret();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw tooManyWrong(error);
    }
  });
}
