import type { JobDefinition } from '../../core/jobs/kind.ts';

/** A range of files of one deletion, by their first and last key. */
export interface DeletedFiles {
  deletion: string;
  /** Jobs of an earlier release have none. */
  organization?: string;
  first: string;
  last: string;
  dueTime: string;
}

/** The feature `files` runs this job. */
export const fileRemoval: JobDefinition<DeletedFiles> = {
  name: 'file-removal',
  notBefore: ({ dueTime }) => new Date(dueTime),
  // At least half a day of retries, because a store may be down for hours.
  retry: { times: 10, firstSeconds: 60, mostSeconds: 14_400 },
  atOnce: 1,
  withinSeconds: 900,
};
