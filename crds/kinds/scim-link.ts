import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, text } from '../field.ts';

export const scimResources = ['User', 'Group'] as const;

/** What a program that provisions an organization says of a user or a group, beside the fields of these. */
export const scimLink = defineKind({
  kind: 'ScimLink',
  title: 'SCIM link',
  about: 'The ID that a provisioning program has for a user or a group, and the attributes that it sent.',
  owner: 'organization',
  ownerOnDelete: 'cascade',
  tenant: 'owner',
  key: 'id',
  internal: true,
  unique: [
    ['owner', 'resource', 'externalId'],
    ['owner', 'userName'],
    ['owner', 'groupName'],
  ],
  access: {},
  fields: {
    id: text('ID', { about: 'Unique random ID.' }),
    resource: choice('Resource', scimResources, { about: 'Type of the resource.', initial: 'User' }),
    userName: text('User', {
      about: 'User that the program provisions.',
      refers: { kind: 'user', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    groupName: text('Group', {
      about: 'Group that the program provisions.',
      refers: { kind: 'group', by: 'name', ownerField: 'owner', onDelete: 'cascade' },
    }),
    externalId: text('External ID', { about: 'ID of the user or group in the program.', max: 500 }),
    document: text('Document', {
      about: 'The attributes that the program sent, as JSON. The fields of the user win where they differ.',
      max: 100_000,
    }),
  },
});

export type ScimLink = z.infer<typeof scimLink.schema>;
