import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { flag, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

/** An access-control model in casbin's notation. It relates requests, policies and effects. */
export const model = defineKind({
  kind: 'Model',
  about: "An access-control model in casbin's notation: how it decides requests from policies.",
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    modelText: text('Model text', {
      about:
        'The casbin model. Policies of permissions have the fields sub, obj and act, and optionally dom and permission. Policies of adapters have up to six fields.',
      max: 20_000,
      control: 'code',
    }),
    isEnabled: flag('Enabled', { about: 'A disabled model makes no decisions.', initial: true }),
  },
  starts: { owner: 'built-in', displayName: 'New Model - {random}', modelText: '', isEnabled: true },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  form: [{ title: 'Model', fields: ['owner', 'name', 'displayName', 'modelText', 'isEnabled'] }],
});

export type Model = z.infer<typeof model.schema>;
