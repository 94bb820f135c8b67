import { errors, Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { addressCounter, counter, countWrong, refuseLocked } from '../../signin/locks/guesses.ts';
import type { ProtocolDeps } from '../deps.ts';
import { wrapUserCodes } from '../patches/user-codes.ts';

/** The page chooses its text by this name. */
export const lockedError = 'LockedError';

function asPageError({ retryAfterSeconds = 60 }: Refusal): Error {
  Provider.ctx?.set('Retry-After', String(retryAfterSeconds));
  const error = new errors.CustomOIDCProviderError('access_denied', 'too many wrong codes');
  return Object.assign(error, { name: lockedError, status: 429, statusCode: 429 });
}

/**
 * A device's code is short, and a right guess gives the guesser a stranger's device. So wrong codes are counted as
 * wrong passwords are (S23), for the address and the signed-in user. A right code resets nothing, since every guesser
 * can have a device of their own.
 */
export function countWrongDeviceCodes(provider: Provider, { db, now, clientAddress }: ProtocolDeps): void {
  wrapUserCodes(provider, async (find, ctx) => {
    const user = ctx?.oidc.session?.accountId;
    const counters = [
      addressCounter(ctx ? clientAddress(ctx.req) : ''),
      ...(user ? [counter(10, 'device-code', user)] : []),
    ];
    try {
      await refuseLocked(db, counters, now());
      const found = await find();
      // Checked again, so that many guesses at once get no more answers than guesses one by one.
      if (found) await refuseLocked(db, counters, now());
      else await countWrong(db, counters, now());
      return found;
    } catch (error) {
      throw error instanceof Refusal ? asPageError(error) : error;
    }
  });
}
