import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { flag, references, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

/** A set of users for permissions. A role can contain other roles. */
export const role = defineKind({
  kind: 'Role',
  about: 'A named set of users for permissions. A role can contain other roles.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    users: references('Members', {
      about: 'Users who have the role, as owner/name.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
    roles: references('Member roles', {
      about: 'Roles whose users have this role too, as owner/name.',
      refers: { kind: 'role', by: 'id', onDelete: 'detach' },
    }),
    groups: references('Member groups', {
      about: 'Groups whose users have the role, as owner/name.',
      refers: { kind: 'group', by: 'id', onDelete: 'detach' },
    }),
    isEnabled: flag('Enabled', {
      about: 'A disabled role has no effect.',
      initial: true,
      dangers: [{ when: false, about: 'Its users lose the permissions that they have by it.' }],
    }),
  },
  starts: { owner: 'built-in', displayName: 'New Role - {random}', isEnabled: true },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'users', search: true, cell: 'tags' },
      { field: 'roles', search: true, cell: 'tags' },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  form: [
    { title: 'Role', fields: ['owner', 'name', 'displayName', 'description', 'users', 'roles', 'groups', 'isEnabled'] },
  ],
});

export type Role = z.infer<typeof role.schema>;
