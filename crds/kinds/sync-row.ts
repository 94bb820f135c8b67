import { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, integer, list, text } from '../field.ts';
import { rowActions, rowStates } from '../options/sync.ts';

const change = z.object({
  field: z.string().describe('Field of the user.'),
  before: z.unknown().optional().describe('Its value before.'),
  after: z.unknown().optional().describe('Its value after.'),
});

export type FieldChange = z.infer<typeof change>;

/** What a run does with one person of its source. People who stay as they are have no row. */
export const syncRow = defineKind({
  kind: 'SyncRow',
  title: 'Row of a run',
  about: 'The effect of a run on one person of its source.',
  owner: 'admin',
  tenant: 'platform',
  key: 'id',
  internal: true,
  access: {},
  lookups: [
    ['run', 'number'],
    ['run', 'state', 'number'],
    ['run', 'action', 'number'],
  ],
  fields: {
    id: text('ID', { about: 'Run and number.' }),
    run: text('Run', { about: 'ID of the run.' }),
    number: integer('Number', { about: 'Place in the run, from 1.' }),
    key: text('Key', { about: "The person's stable ID in the source.", max: 500 }),
    user: text('User', { about: 'The user as owner/name.', max: 220 }),
    userId: text('User ID', { about: 'ID of the user.' }),
    label: text('Person', { about: 'The person in words of the source.', max: 300 }),
    action: choice('Action', rowActions, { about: 'What the run does with the person.', initial: 'refuse' }),
    state: choice('State', rowStates, { about: 'What became of it.', initial: 'planned' }),
    changes: list('Changes', change, { about: 'The fields that change.', max: 1000 }),
    wish: text('Wish', { about: 'The name that the source gives.', max: 200 }),
    owned: list('Fields', z.string(), { about: 'Fields of the user that the source sets.', max: 100 }),
    digest: text('Digest', {
      about: "The person's password as a digest, until the row is done.",
      max: 2000,
      secret: 'hidden',
      digest: true,
    }),
    code: text('Code', { about: 'Code of the problem.' }),
    field: text('Field', { about: 'Field with the problem.' }),
    problem: text('Problem', { about: 'The problem in English.', max: 500 }),
  },
});

export type SyncRow = z.infer<typeof syncRow.schema>;
