import { defineKind, everyVerb } from '@doorwright/crds/define.ts';
import { choice, flag, integer, references, text } from '@doorwright/crds/field.ts';
import { disabled } from '@doorwright/crds/list-definition.ts';
import type { z } from 'zod';

const states = ['Open', 'Used'] as const;

/** A letter that lets its readers join an organization. The first of the three files, as a developer writes it. */
export const invitation = defineKind({
  kind: 'Invitation',
  about: 'A letter that lets its readers join an organization.',
  owner: 'admin',
  tenant: 'organization',
  access: everyVerb('organizationAdmin'),
  declared: {
    shortName: 'dwinvitation',
    references: { organization: 'organizationRef' },
    omits: ['guests'],
    secrets: { code: 'codeSecretRef' },
    deletionPolicy: 'Delete',
  },
  fields: {
    organization: text('Organization', {
      about: 'Organization that the readers join.',
      refers: { kind: 'organization', by: 'name', onDelete: 'cascade' },
    }),
    displayName: text('Display name', { about: 'Name shown to people.' }),
    greeting: text('Greeting', { about: 'First sentence of the letter.', max: 20 }),
    places: integer('Places', { about: 'Number of people who may join.', initial: 1, max: 500 }),
    state: choice('State', states, { about: 'Whether all places are taken.', initial: 'Open' }),
    guests: references('Guests', {
      about: 'Users who may forward the letter.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
    code: text('Code', { about: 'Word that readers type in.', secret: 'masked' }),
    picture: text('Picture', { about: 'URL of the picture above the letter.', max: 200, control: 'image' }),
    isEnabled: flag('Enabled', { about: 'A disabled invitation lets nobody join.', initial: true }),
  },
  starts: { organization: 'built-in', displayName: 'New Invitation - {random}' },
  list: {
    columns: [
      { field: 'organization', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'greeting', search: true },
      { field: 'places' },
      { field: 'state', filter: states },
      { field: 'picture', cell: 'image' },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  state: 'state',
  form: [
    {
      tab: 'Settings',
      title: 'Invitation',
      fields: ['organization', 'name', 'displayName', 'greeting', 'places', 'state', 'isEnabled'],
    },
    { tab: 'Settings', title: 'Appearance', fields: ['picture'], rare: true },
    { tab: 'Guest list', title: 'Guests', fields: ['guests', 'code'] },
  ],
});

export type Invitation = z.infer<typeof invitation.schema>;
