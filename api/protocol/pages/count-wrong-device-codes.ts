import { errors, Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { addressCounter, counter, countWrong, refuseLocked } from '../../signin/locks/guesses.ts';
import type { ProtocolDeps } from '../deps.ts';
import { wrapUserCodes } from '../patches/user-codes.ts';

/** By its name the page knows what to say. */
export const lockedError = 'LockedError';

function asPageError({ retryAfterSeconds = 60 }: Refusal): Error {
  Provider.ctx?.set('Retry-After', String(retryAfterSeconds));
  const error = new errors.CustomOIDCProviderError('access_denied', 'too many wrong codes');
  return Object.assign(error, { name: lockedError, status: 429, statusCode: 429 });
}

/**
 * A device's code is short, and whoever guesses one of a stranger gets that stranger's device. So wrong ones are counted as
 * wrong passwords are (S23), for the address and for who is signed in; a right one forgives nothing, since anybody can have
 * a device of his own to be right about.
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
      // Asked again, so that of many guesses at once no more are answered than of guesses made one by one.
      if (found) await refuseLocked(db, counters, now());
      else await countWrong(db, counters, now());
      return found;
    } catch (error) {
      throw error instanceof Refusal ? asPageError(error) : error;
    }
  });
}
