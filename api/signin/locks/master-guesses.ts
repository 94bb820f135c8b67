import { Refusal } from '../../core/errors.ts';
import type { Db } from '../../db/knex.ts';
import { networkOf } from '../../http/client-address.ts';
import { type Counter, counter, countWrong, lockEnd, paced } from './guesses.ts';

/** It opens everybody, so that guesses at it are spread over people: waits begin at a quarter of an hour and grow to four. */
const pace = { window: 60, firstLock: 15, longestLock: 240, quiet: 24 * 60 };

/**
 * Guesses at the master password of an organization: all of them, those that come from one network, and those under one name.
 * The last one counts slips in a known browser too: a user may have many networks, and forgives their own slips by signing in.
 */
export const masterCounters = (
  organization: string,
  { address, name }: { address: string; name: string },
): [Counter, Counter, Counter] => [
  paced(pace, counter(40, 'master', organization)),
  paced(pace, counter(10, 'master from', organization, networkOf(address))),
  paced(pace, counter(10, 'master as', organization, name)),
];

/** Is the way by the master password closed for a while? People's own passwords are judged as ever, in the same time. */
export async function isMasterLocked(db: Db, counters: readonly Counter[], now: Date): Promise<boolean> {
  const end = await lockEnd(
    db,
    counters.map(({ name }) => name),
  );
  return end !== null && end > now;
}

/**
 * Counts a wrong password as a guess at the master password, each counter for itself: a lock of one must not make guesses
 * free at the other. Nobody is told of these locks.
 */
export async function countMasterGuess(db: Db, counters: readonly Counter[], now: Date): Promise<void> {
  for (const each of counters)
    await countWrong(db, [each], now).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'locked')) throw error;
    });
}
