import type { Rules } from '../pass/rules.ts';

/** When users were last read is no configuration: it is told as the API says it whenever the API is asked, and moves no etag. */
export const syncer: Omit<Rules, 'kind'> = {
  // It would go on writing users of the organization.
  stops: (_, { isDenied, isOutside }) => isDenied || isOutside,
  reads: ['lastRunTime'],
  finish: async ({ state: { object } }) => ({
    facts: {
      lastRunTime: (object.lastRunTime as string | undefined) || undefined,
      // Permitted again: the spec says whether it is enabled.
      switchedOffTime: undefined,
    },
  }),
};
