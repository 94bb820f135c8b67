import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, flag, map, moment, text } from '../field.ts';
import { runModes, runStates, sourceKinds } from '../options/sync.ts';

/** One pass over a source of users: its plan, and what became of it. */
export const syncRun = defineKind({
  kind: 'SyncRun',
  title: 'Run',
  about: 'One pass over a source of users: its plan, and what became of it.',
  owner: 'admin',
  tenant: 'organization',
  key: 'id',
  internal: true,
  access: {},
  lookups: [
    ['source', 'createdTime'],
    ['state', 'touchedTime'],
  ],
  fields: {
    id: text('ID', { about: 'ID of the run.' }),
    organization: text('Organization', {
      about: 'Organization whose users are synchronized.',
      refers: { kind: 'organization', by: 'name', onDelete: 'cascade' },
    }),
    source: text('Source', { about: 'ID of the source.' }),
    sourceKind: choice('Kind of source', sourceKinds, { about: 'Kind of the source.', initial: 'syncer' }),
    mode: choice('Mode', runModes, {
      about: 'A plan writes no user. A selection takes chosen people.',
      initial: 'run',
    }),
    selection: text('Selection', { about: 'Keys of the chosen people, as a JSON list.', max: 1_000_000 }),
    state: choice('State', runStates, { about: 'What the run does or did.', initial: 'reading' }),
    isAutomatic: flag('Automatic', { about: 'The clock started the run.' }),
    isApproved: flag('Approved', { about: 'A person has approved the plan, also where it is over the limits.' }),
    isWhole: flag('Whole', { about: 'The run reads everybody. Otherwise it reads what changed.', initial: true }),
    startedBy: text('Started by', { about: 'Who started the run. Empty for the clock.', max: 220 }),
    approvedBy: text('Approved by', { about: 'Who approved its plan.', max: 220 }),
    endTime: moment('End', { about: 'When the run ended.' }),
    touchedTime: moment('Last step', { about: 'When the run last made progress.' }),
    counts: map('Counts', { about: 'Numbers of people by what the run does with them.' }),
    reason: text('Reason', { about: 'Code of what stopped the run.' }),
    problem: text('Problem', { about: 'What stopped the run, in words of the source.', max: 2000 }),
    groups: text('Groups', { about: 'The groups of the source, as a JSON list.', max: 10_000_000 }),
    delta: text('Position', { about: 'Where the next run for changes begins.', max: 2000 }),
  },
});

export type SyncRun = z.infer<typeof syncRun.schema>;
