import type { Caller } from './callers.ts';
import type { Refusal } from './errors.ts';
import { proofRequired } from './fresh-proof.ts';

/**
 * The refusal for a caller without rights over all organizations. A user who has these rights, but has not proved here what the
 * platform demands for them, is asked for the proof. Every check that needs these rights refuses with this.
 */
export const unlessOwed = (caller: Caller, refusal: Refusal): Refusal =>
  caller.type === 'user' && caller.owesProof ? proofRequired() : refusal;
