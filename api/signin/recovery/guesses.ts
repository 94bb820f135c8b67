import { Refusal } from '../../core/errors.ts';
import { askedOf, type Claim, claimant } from '../codes/claim.ts';
import { countWrong, refuseLocked } from '../locks/guesses.ts';
import { recoveryGuesses } from '../locks/limits.ts';
import type { PortalDeps } from '../place/portal-deps.ts';

/** Says whether a refusal comes from a lock. Other errors go on. */
const isRefused = (counting: Promise<unknown>): Promise<boolean> =>
  counting.then(
    () => false,
    (error: unknown) => {
      if (error instanceof Refusal) return true;
      throw error;
    },
  );

/**
 * Counts wrong guesses at one account under all of its names and addresses (S23). The lock is silent, because it
 * would reveal that two names are one user's (S25): during the lock every code is wrong.
 */
export async function guessed<Proof>(
  { db }: Pick<PortalDeps, 'db'>,
  claim: Claim,
  prove: (claim: Claim) => Promise<Proof>,
  now: Date,
): Promise<Proof> {
  const { organization, user } = claim;
  const counters = recoveryGuesses(organization, user ? [user] : askedOf(claim), claimant(claim));
  const isShut = await isRefused(refuseLocked(db, counters, now));
  try {
    return await prove(isShut ? { ...claim, user: '' } : claim);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'code-wrong') await isRefused(countWrong(db, counters, now));
    throw error;
  }
}
