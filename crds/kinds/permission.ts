import { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, list, references, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

export const resourceTypes = ['Application'] as const;
export const actions = ['Read', 'Write', 'Admin'] as const;
export const effects = ['Allow', 'Deny'] as const;

/** Allows or denies users and roles some actions on resources. */
export const permission = defineKind({
  kind: 'Permission',
  about: 'Allows or denies actions on resources for users and roles.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    model: text('Model', {
      about: 'Model of the same organization that decides. Without one, user, resource and action must be equal.',
      refers: { kind: 'model', by: 'name', ownerField: 'owner', onDelete: 'refuse' },
    }),
    users: references('Users', {
      about: 'Users to whom the permission applies, as owner/name.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
    roles: references('Roles', {
      about: 'Roles to whose users the permission applies, as owner/name.',
      refers: { kind: 'role', by: 'id', onDelete: 'detach' },
    }),
    resourceType: choice('Resource type', resourceTypes, {
      about: 'Type of the resources.',
      initial: 'Application',
    }),
    resources: references('Resources', {
      about: 'Names of the applications to which the permission applies.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    actions: list('Actions', z.enum(actions), { about: 'Actions that are allowed or denied.', max: actions.length }),
    effect: choice('Effect', effects, { about: 'Deny takes precedence over Allow.', initial: 'Allow' }),
    isEnabled: flag('Enabled', { about: 'A disabled permission has no effect.', initial: true }),
  },
  starts: {
    owner: 'built-in',
    displayName: 'New Permission - {random}',
    resourceType: 'Application',
    resources: ['app-built-in'],
    actions: ['Read'],
    effect: 'Allow',
    isEnabled: true,
  },
  startsOfPlatform: ['resources'],
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'users', search: true, cell: 'tags' },
      { field: 'roles', search: true, cell: 'tags' },
      { field: 'resourceType', filter: resourceTypes },
      { field: 'resources', search: true, cell: 'tags' },
      { field: 'actions', search: true, cell: 'tags' },
      { field: 'effect', filter: effects },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
    shown: ['name', 'owner', 'resources', 'actions', 'effect'],
  },
  form: [
    { title: 'Permission', fields: ['owner', 'name', 'displayName', 'description', 'model', 'isEnabled'] },
    { title: 'Subjects', fields: ['users', 'roles'] },
    { title: 'Grant', fields: ['resourceType', 'resources', 'actions', 'effect'] },
  ],
});

export type Permission = z.infer<typeof permission.schema>;
