declare module 'vitest' {
  export interface TaskMeta {
    /** Why a test did not run. */
    leftOut?: string;
    /** Of a file: the first line of each failure that a second set-up followed. */
    setUpRetries?: string[];
  }
}

/** Thrown for a part that this machine does not have: the runner skips the tests that need it, and the run names them. */
export class LeftOut extends Error {
  override name = 'LeftOut';
}

/** By its name: the runner and the tests each load this module. */
export const isLeftOut = (error: unknown): error is LeftOut => error instanceof Error && error.name === 'LeftOut';
