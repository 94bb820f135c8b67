import { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, computed, flag, references, text } from '../field.ts';

export const groupTypes = ['Virtual', 'Physical'] as const;

/** A part of an organization, such as a department or team. Its members also belong to the groups that contain it. */
export const group = defineKind({
  kind: 'Group',
  about: 'A part of an organization: a department, a team. Who is in it is in the groups that it is a part of, too.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    type: choice('Type', groupTypes, {
      about: 'Physical for a part of the organization that exists as such, Virtual for any other set of users.',
      initial: 'Virtual',
    }),
    parentId: text('Parent group', {
      about: 'Name of the group that it is a part of; empty for a group at the top.',
      refers: { kind: 'group', by: 'name', ownerField: 'owner', onDelete: 'refuse' },
    }),
    isTopGroup: computed('Is at the top', z.boolean(), { about: 'Whether it is a part of no other group.' }),
    manager: text('Manager', {
      about: 'Name of the user who leads it.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'detach' },
    }),
    contactEmail: text('Contact email', { about: 'Where the group is reached.' }),
    users: references('Sub users', {
      about: 'Users who are in the group, as owner/name.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
    isEnabled: flag('Is enabled', {
      about: 'A group that is not enabled has nobody in it, and passes nobody on to the group it is a part of.',
      initial: true,
    }),
  },
  starts: { owner: 'built-in', displayName: 'New Group - {random}', type: 'Virtual', isEnabled: true },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'type', filter: groupTypes },
      { field: 'parentId', search: true, cell: 'link' },
      { field: 'users', search: true, cell: 'tags' },
      { field: 'isEnabled', cell: 'switch' },
    ],
  },
  form: [
    { title: 'Group', fields: ['owner', 'name', 'displayName', 'type', 'parentId', 'isEnabled'] },
    { title: 'People', fields: ['manager', 'contactEmail', 'users'] },
  ],
});

export type Group = z.infer<typeof group.schema>;
