import { type Adapter, type AdapterFactory, errors, Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { addressCounter, counter, countWrong, refuseLocked } from '../../signin/locks/guesses.ts';
import type { ProtocolDeps } from '../deps.ts';

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
export function countWrongDeviceCodes(
  adapterOf: AdapterFactory,
  { db, now, clientAddress }: ProtocolDeps,
): AdapterFactory {
  async function findCounted(find: () => ReturnType<Adapter['findByUserCode']>) {
    const { ctx } = Provider;
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
  }
  return (model) => {
    const adapter = adapterOf(model);
    if (model !== 'DeviceCode') return adapter;
    return { ...adapter, findByUserCode: (code) => findCounted(() => adapter.findByUserCode(code)) };
  };
}
