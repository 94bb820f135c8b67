import type { JobDefinition } from './kind.ts';

/** Where jobs go that failed for good. */
export const deadQueue = 'dead';

/** What nobody came to do for so long after it was due is dropped, as the library does by itself. */
export const keptWaitingMs = 14 * 86_400_000;

/** So many jobs of a group at once in each process: each is in one of so many lines, in which one goes after the other. */
export const linesOfGroup = 4;

/** How a kind of job is handled, in the words of the library. */
export const policyOf = ({ retry, withinSeconds }: Pick<JobDefinition<never>, 'retry' | 'withinSeconds'>) => ({
  retryLimit: retry.times,
  retryDelay: retry.firstSeconds,
  retryBackoff: true,
  retryDelayMax: retry.mostSeconds,
  expireInSeconds: withinSeconds,
  // A job whose process does not say for so long that it lives is given to another.
  heartbeatSeconds: 10,
  // So long one can look at what was done.
  deleteAfterSeconds: 3_600,
  deadLetter: deadQueue,
});
