import { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, list, references, text } from '../field.ts';

export const resourceTypes = ['Application'] as const;
export const actions = ['Read', 'Write', 'Admin'] as const;
export const effects = ['Allow', 'Deny'] as const;

/** Allows or denies users and roles some actions on resources. */
export const permission = defineKind({
  kind: 'Permission',
  about: 'Lets users and roles do something with resources, or forbids it.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'A few words about it.', max: 1000 }),
    model: text('Model', {
      about: 'Model that decides, of the same organization. Without one, equality of user, resource and action does.',
      refers: { kind: 'model', by: 'name', ownerField: 'owner', onDelete: 'refuse' },
    }),
    users: references('Sub users', {
      about: 'Users the permission speaks of, as owner/name.',
      refers: { kind: 'user', by: 'id', onDelete: 'detach' },
    }),
    roles: references('Sub roles', {
      about: 'Roles whose users the permission speaks of, as owner/name.',
      refers: { kind: 'role', by: 'id', onDelete: 'detach' },
    }),
    resourceType: choice('Resource type', resourceTypes, {
      about: 'Kind of the resources.',
      initial: 'Application',
    }),
    resources: references('Resources', {
      about: 'Names of the applications the permission speaks of.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    actions: list('Actions', z.enum(actions), { about: 'What is allowed or denied.', max: actions.length }),
    effect: choice('Effect', effects, { about: 'Deny wins over every Allow.', initial: 'Allow' }),
    isEnabled: flag('Is enabled', { about: 'A permission that is not enabled changes nothing.', initial: true }),
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
      { field: 'isEnabled', cell: 'switch' },
    ],
  },
  form: [
    { title: 'Permission', fields: ['owner', 'name', 'displayName', 'description', 'model', 'isEnabled'] },
    { title: 'Subjects', fields: ['users', 'roles'] },
    { title: 'Grant', fields: ['resourceType', 'resources', 'actions', 'effect'] },
  ],
});

export type Permission = z.infer<typeof permission.schema>;
