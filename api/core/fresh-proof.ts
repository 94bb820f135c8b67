import type { Caller } from './callers.ts';
import { Refusal } from './errors.ts';

/** The seconds for which a proof of identity counts as fresh. */
export const freshSeconds = 10 * 60;

/**
 * Tells whether a user has just proved their identity, in their session or for their token. The secret of a program is a proof
 * itself, and so is a token that an administrator wrote. The platform's people prove what the platform demands: a service of an organization
 * would otherwise give its administrators a session in which they add a passkey, and sign in with it for all rights.
 */
export const isFreshlyProved = (caller: Caller, now: Date): boolean =>
  caller.type !== 'user' ||
  (!caller.owesProof && (!caller.provedTime || caller.provedTime.getTime() + freshSeconds * 1000 > now.getTime()));

/** A page then asks for a proof, and tries again. */
export const proofRequired = (): Refusal => new Refusal('proof-required', {}, { challenge: { maxAge: freshSeconds } });

/** Refuses a user who has not just proved their identity. */
export function requireFreshProof(caller: Caller, now: Date): void {
  if (!isFreshlyProved(caller, now)) throw proofRequired();
}
