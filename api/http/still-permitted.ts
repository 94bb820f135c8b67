import { Refusal } from '../core/errors.ts';

/** An answer that stays open ends within five seconds after its reader has lost a right (S16). */
const everyMs = 2_000;

/** Says whether the reader of an open answer may still read. It asks at most every two seconds, or at once before something is sent. */
export function stillPermitted(check: () => Promise<unknown>): (isAtOnce?: boolean) => Promise<boolean> {
  let last = performance.now();
  return async (isAtOnce = false) => {
    if (!isAtOnce && performance.now() - last < everyMs) return true;
    last = performance.now();
    try {
      await check();
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
}
