import type { Caller } from './callers.ts';
import { Refusal } from './errors.ts';

/** The time for which a proof of identity counts as fresh. */
const lifetime = 10 * 60_000;

/** Tells whether the user of a session has just proved their identity. Programs have no session, and their credentials are a proof. */
export const isFreshlyProved = (caller: Caller, now: Date): boolean =>
  caller.type !== 'user' || !caller.provedTime || caller.provedTime.getTime() + lifetime > now.getTime();

/** Refuses a session whose user has not just proved their identity. A page then asks them, and tries again. */
export function requireFreshProof(caller: Caller, now: Date): void {
  if (!isFreshlyProved(caller, now)) throw new Refusal('proof-required');
}
