import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { flag, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

/** A model with its policies, from an adapter or from the permissions that name the model. */
export const enforcer = defineKind({
  kind: 'Enforcer',
  about: 'A model with its policies, from an adapter or from the permissions that name the model.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    model: text('Model', {
      about: 'Model of the same organization that decides, as owner/name.',
      refers: { kind: 'model', by: 'id', onDelete: 'refuse' },
    }),
    adapter: text('Adapter', {
      about:
        'Adapter of the same organization with the policies, as owner/name. Without one, the permissions with this model are used.',
      refers: { kind: 'adapter', by: 'id', onDelete: 'refuse' },
    }),
    isEnabled: flag('Enabled', {
      about: 'A disabled enforcer allows nothing.',
      initial: true,
      dangers: [{ when: false, about: 'Programs that ask it refuse everything.' }],
    }),
  },
  starts: { owner: 'built-in', displayName: 'New Enforcer - {random}', isEnabled: true },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'model', search: true, cell: 'link' },
      { field: 'adapter', search: true, cell: 'link' },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  form: [
    { title: 'Enforcer', fields: ['owner', 'name', 'displayName', 'description', 'model', 'adapter', 'isEnabled'] },
  ],
});

export type Enforcer = z.infer<typeof enforcer.schema>;
