import { Refusal } from '../../core/errors.ts';
import type { Db } from '../../db/knex.ts';
import { networkOf } from '../../http/client-address.ts';
import { type Counter, counter, countWrong, paced } from './guesses.ts';

/**
 * The master password opens all accounts, so guesses spread over users. Locks last from a quarter of an hour to
 * four hours.
 */
const pace = { window: 60, firstLock: 15, longestLock: 240, quiet: 24 * 60 };

interface Guess {
  address: string;
  /** The id of the user, which a rename keeps; for an unknown user, the name. */
  whose: string;
  /** The user has signed in with this browser before. */
  isKnownBrowser: boolean;
}

interface MasterCounters {
  /** The counters of this guess. */
  counted: readonly Counter[];
  /** A lock of any of these disables the master password. */
  locking: readonly Counter[];
}

/**
 * Counters of guesses at the master password: by organization, by network and by user. Users mistype their own passwords in known
 * browsers, so the organization has a separate counter for these, with a higher limit.
 */
export function masterCounters(organization: string, { address, whose, isKnownBrowser }: Guess): MasterCounters {
  const strange = paced(pace, counter(40, 'master', organization));
  const known = paced(pace, counter(100, 'master in known browsers', organization));
  const others = [
    paced(pace, counter(10, 'master from', organization, networkOf(address))),
    paced(pace, counter(10, 'master as', organization, whose)),
  ];
  return { counted: [isKnownBrowser ? known : strange, ...others], locking: [strange, known, ...others] };
}

/**
 * Counts a wrong password as a guess at the master password, at each counter separately. A lock of one counter must
 * not make guesses free at another. These locks are silent.
 */
export async function countMasterGuess(db: Db, counters: readonly Counter[], now: Date): Promise<void> {
  for (const each of counters)
    await countWrong(db, [each], now).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'locked')) throw error;
    });
}
