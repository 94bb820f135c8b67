import type { Rules } from '../pass/rules.ts';

/** `lastRunTime` is no configuration and changes no etag, so the status has it as of the last request. */
export const syncer: Omit<Rules, 'kind'> = {
  // Otherwise it would go on writing users of the organization.
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
