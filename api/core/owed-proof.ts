import type { Caller } from './callers.ts';
import type { Refusal } from './errors.ts';
import { proofRequired } from './fresh-proof.ts';

/**
 * What a caller gets who lacks rights over all organizations. A user who has them, and has not proved here what the platform demands
 * for them, is asked for the proof. Every check that only these rights pass refuses with this.
 */
export const unlessOwed = (caller: Caller, refusal: Refusal): Refusal =>
  caller.type === 'user' && caller.owesProof ? proofRequired() : refusal;
