declare module 'vitest' {
  export interface TaskMeta {
    /** The reason why a test did not run. */
    leftOut?: string;
    /** For a file, the first line of each failure that a second set-up followed. */
    setUpRetries?: string[];
    /** For a file, the processor time of its worker and of what that started. */
    processorSeconds?: number;
  }
}

/** Thrown for a missing part of the machine. The runner skips the tests that need it, and the run lists them. */
export class LeftOut extends Error {
  override name = 'LeftOut';
}

/** Compares the name, because the runner and the tests load this module twice. */
export const isLeftOut = (error: unknown): error is LeftOut => error instanceof Error && error.name === 'LeftOut';
