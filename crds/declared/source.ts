import { z } from 'zod';
import type { PrinterColumn } from '../declare.ts';
import { sourceStates } from '../options/sync.ts';

const time = (about: string) => z.iso.datetime({ offset: true }).describe(about).optional();

/** What the status of a source of users tells about its runs. The conditions Synced and Held tell the same in sentences. */
export const sourceStatus = (title: string) => ({
  syncState: z
    .enum(sourceStates)
    .describe(
      'State of the last run. None before the first. Waiting and Held wait for approval, in the console or by the annotation doorwright.dev/approve-run.',
    )
    .optional(),
  lastRunTime: time('Time of the last run. While nothing else changes, it is at most some minutes behind.'),
  lastCounts: z
    .record(z.string().max(100), z.int().min(0))
    .meta({ maxProperties: 30 })
    .describe('Numbers of people of the last run, or of the run that waits, by what it does with them.')
    .optional(),
  lastHandledApproveRun: z
    .string()
    .max(1024)
    .describe('Value of the annotation doorwright.dev/approve-run that was last handled.')
    .optional(),
  switchedOffTime: time(`When the operator switched the ${title} off, because its organization no longer allows it.`),
});

export const sourceColumns: readonly PrinterColumn[] = [
  { name: 'State', type: 'string', jsonPath: '.status.syncState', about: 'State of the last run.' },
  {
    name: 'Held',
    type: 'string',
    jsonPath: '.status.conditions[?(@.type=="Held")].status',
    about: 'Whether a run was stopped before it harms, and waits for approval.',
  },
  { name: 'LastSync', type: 'date', jsonPath: '.status.lastRunTime', about: 'Time of the last run.' },
];
