import type { JobDefinition } from '../../core/jobs/kind.ts';

/** Files of one deletion, by the first and the last of their keys. */
export interface DeletedFiles {
  deletion: string;
  /** Jobs that an earlier release noted do not say whose they were. */
  organization?: string;
  first: string;
  last: string;
  dueTime: string;
}

/** The feature `files` does the work. */
export const fileRemoval: JobDefinition<DeletedFiles> = {
  name: 'file-removal',
  notBefore: ({ dueTime }) => new Date(dueTime),
  // For half a day at least: a store that is away comes back.
  retry: { times: 10, firstSeconds: 60, mostSeconds: 14_400 },
  atOnce: 1,
  withinSeconds: 900,
};
