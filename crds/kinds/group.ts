import { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, computed, flag, references, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

export const groupTypes = ['Virtual', 'Physical'] as const;

/** A part of an organization, such as a department or team. Its members also belong to the groups that contain it. */
export const group = defineKind({
  kind: 'Group',
  about: 'A part of an organization, such as a team. Its members are also members of its parent groups.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  unique: [['id']],
  access: everyVerb('organizationAdmin'),
  fields: {
    id: text('ID', { about: 'Unique random ID that never changes.', serverSet: true }),
    displayName: text('Display name', { about: 'Name shown to people.' }),
    type: choice('Type', groupTypes, {
      about: 'Physical is a real part of the organization, such as a department. Virtual is any other set of users.',
      initial: 'Virtual',
    }),
    parentId: text('Parent group', {
      about: 'Name of the parent group. Empty for a top group.',
      refers: { kind: 'group', by: 'name', ownerField: 'owner', onDelete: 'refuse' },
    }),
    isTopGroup: computed('Top group', z.boolean(), { about: 'The group has no parent group.' }),
    manager: text('Manager', {
      about: 'Name of the user who leads the group.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'detach' },
    }),
    contactEmail: text('Contact email', { about: 'Email address of the group.' }),
    users: references('Members', {
      about: 'Users in the group, as owner/name.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
    isEnabled: flag('Enabled', {
      about: 'A disabled group has no members, neither for itself nor for its parent group.',
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
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  form: [
    { title: 'Group', fields: ['owner', 'name', 'displayName', 'type', 'parentId', 'isEnabled'] },
    { title: 'People', fields: ['manager', 'contactEmail', 'users'] },
  ],
});

export type Group = z.infer<typeof group.schema>;
