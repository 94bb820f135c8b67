import type { IncomingMessage } from 'node:http';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { errors, Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { createSecretCheck } from '../../kinds/application/client-secrets.ts';
import { countersThatRefuse, countWrongSecret } from '../../signin/locks/client-guesses.ts';
import { createLockMemory, refuseLocked } from '../../signin/locks/guesses.ts';
import type { ProtocolDeps } from '../deps.ts';
import { judgeSecrets } from '../patches/client-secrets.ts';

type Client = Pick<Application, 'clientId' | 'clientSecret'>;

/** The secrets that requests were found to have been sent with. */
const proven = new WeakMap<IncomingMessage, string>();
export const provenSecretOf = (req: IncomingMessage): string | undefined => proven.get(req);

/** Is this a secret of the client? Of one that can be guessed nobody is told during a lock (S23). A wrong one is not counted yet. */
export type SecretProof = (client: Client, shown: string, address: string) => Promise<boolean>;

export function createSecretProof({ db, store, now }: ProtocolDeps): SecretProof {
  const isSecret = createSecretCheck({ db, store, now });
  const refuseKnownLock = createLockMemory(db);
  return async ({ clientId, clientSecret }, shown, address) => {
    const counters = countersThatRefuse(clientId, shown, address);
    if (counters.length > 0) await refuseKnownLock(counters, now());
    const isRight = clientSecret !== '' && (await isSecret({ clientId, clientSecret }, shown));
    // Others may have used up what was left while we compared.
    if (isRight && counters.length > 0) await refuseLocked(db, counters, now());
    return isRight;
  };
}

/** A lock is not told as a wrong secret: whoever has the right one looks for the mistake elsewhere. */
function tooManyWrong({ retryAfterSeconds = 1 }: Refusal): Error {
  Provider.ctx?.set('Retry-After', String(retryAfterSeconds));
  const error_description = `too many wrong secrets for this client: try again in ${retryAfterSeconds} seconds`;
  return Object.assign(new errors.InvalidClientAuth('too many wrong secrets'), { error_description });
}

/** Wrong client secrets are counted as wrong passwords are (S23), and refused as such when none is left. */
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
      return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw tooManyWrong(error);
    }
  });
}
