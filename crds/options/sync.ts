import { choice, flag, integer, map, moment, text } from '../field.ts';

/** The kinds whose objects are sources of users. */
export const sourceKinds = ['syncer', 'ldap'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** What users come from. A program that provisions them by SCIM has no runs. */
export const userSourceKinds = [...sourceKinds, 'scim'] as const;
export type UserSourceKind = (typeof userSourceKinds)[number];

/** The state of a source: that of its last run, or none before the first. */
export const sourceStates = ['None', 'Waiting', 'Running', 'Held', 'Done', 'Degraded', 'Failed'] as const;
export type SourceState = (typeof sourceStates)[number];

/** The states of a run, in the order of its life. A plan ends with `planned`. */
export const runStates = [
  ...(['reading', 'planned', 'waiting', 'held', 'applying'] as const),
  ...(['done', 'degraded', 'failed', 'replaced', 'undoing', 'undone'] as const),
] as const;
export type RunState = (typeof runStates)[number];

export const runModes = ['plan', 'run', 'selection'] as const;
export type RunMode = (typeof runModes)[number];

export const rowActions = ['add', 'link', 'change', 'disable', 'purge', 'refuse'] as const;
export type RowAction = (typeof rowActions)[number];

export const rowStates = ['planned', 'done', 'failed', 'undone', 'kept'] as const;
export type RowState = (typeof rowStates)[number];

/** The fields that every source has: when a run stops before it harms, and what the last run did. */
export const sourceFields = {
  needsApproval: flag('First run needs approval', {
    about: 'Automatic runs wait until a person has started or approved one run.',
    initial: true,
    dangers: [{ when: false, about: 'The first automatic run adds users that nobody has looked at.' }],
  }),
  holdCount: integer('Hold above', {
    about: 'A run that would change or block more people than this stops and waits for approval.',
    initial: 10,
    max: 1_000_000,
    unit: 'people',
  }),
  holdPercent: integer('Hold above share', {
    about: "Limit of such a run in percent of the source's people. The larger of both limits counts.",
    initial: 5,
    max: 100,
    unit: 'percent',
  }),
  purgeDays: integer('Delete after', {
    about: 'Days after which people who are missing in the source are deleted. 0 keeps them blocked.',
    max: 36_500,
    unit: 'days',
  }),
  sourceId: text('Source ID', {
    about: 'ID that links and runs keep. It never changes, so the source can be renamed.',
    secret: 'hidden',
    digest: true,
    serverSet: true,
  }),
  approvedTime: moment('Approved', { about: 'When a person first started or approved a run.', serverSet: true }),
  syncState: choice('State', sourceStates, { about: 'State of the last run.', initial: 'None', serverSet: true }),
  lastCounts: map('Last run', { about: 'Numbers of the last run.', serverSet: true }),
  nextRunTime: moment('Next run', { about: 'When the next automatic run starts.', serverSet: true }),
};

/** Fields of a source that runs write. They are no configuration. */
export const sourceRuntime = ['approvedTime', 'syncState', 'lastCounts', 'nextRunTime'] as const;
