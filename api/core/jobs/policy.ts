import type { JobDefinition } from './kind.ts';

/** The queue of jobs that failed for good. */
export const deadQueue = 'dead';

/** A due job that nobody runs for this long is dropped. pg-boss does the same. */
export const keptWaitingMs = 14 * 86_400_000;

/**
 * Jobs of one group that run at once in each process. Each job is in one of these lines, and a line runs one job
 * at a time.
 */
export const linesOf = ({ lines = 4 }: Pick<JobDefinition<never>, 'lines'>): number => lines;

/** The options of a kind of job for pg-boss. */
export const policyOf = ({ retry, withinSeconds }: Pick<JobDefinition<never>, 'retry' | 'withinSeconds'>) => ({
  retryLimit: retry.times,
  retryDelay: retry.firstSeconds,
  retryBackoff: true,
  retryDelayMax: retry.mostSeconds,
  expireInSeconds: withinSeconds,
  // Another process takes a job over if its process is silent for this long.
  heartbeatSeconds: 10,
  // How long finished jobs stay visible.
  deleteAfterSeconds: 3_600,
  deadLetter: deadQueue,
});
