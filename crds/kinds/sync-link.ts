import { z } from 'zod';
import { defineKind } from '../define.ts';
import { flag, list, moment, text } from '../field.ts';

/** Which user a person of a source is, and what the source gives them. The key never is a name, so renames are followed. */
export const syncLink = defineKind({
  kind: 'SyncLink',
  title: 'Link to a source',
  about: 'Which user a person of a source is, and what the source gives them.',
  owner: 'admin',
  tenant: 'platform',
  key: 'id',
  internal: true,
  access: {},
  unique: [['source', 'key']],
  lookups: [['userId'], ['source', 'missingTime']],
  fields: {
    id: text('ID', { about: 'ID of the link.' }),
    source: text('Source', { about: 'ID of the source.' }),
    key: text('Key', { about: "The person's stable ID in the source.", max: 500 }),
    userId: text('User ID', { about: 'ID of the user.' }),
    fields: list('Fields', z.string(), { about: 'Fields of the user that the source sets.', max: 100 }),
    wish: text('Wish', { about: 'The name that the source gave last. The user may have another one.', max: 200 }),
    wanted: list('Wanted groups', z.string(), { about: 'Groups of the person in the source, by name.', max: 10_000 }),
    groups: list('Groups', z.string(), {
      about: 'Groups and roles that the source gives, as kind/owner/name.',
      max: 10_000,
    }),
    digestOf: text('Digest', { about: "A digest of the source's digest of the password." }),
    provedTime: moment('Proved', { about: "When the source last proved the person's password." }),
    isBlocked: flag('Blocked', { about: 'The source blocked the user, by missing or disabling the person.' }),
    missingTime: moment('Missing since', { about: 'Since when the person is missing in the source.' }),
  },
});

export type SyncLink = z.infer<typeof syncLink.schema>;
