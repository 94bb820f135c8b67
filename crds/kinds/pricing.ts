import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { flag, integer, references, text } from '../field.ts';

/** A page with the plans of an application. */
export const pricing = defineKind({
  kind: 'Pricing',
  about: 'The plans that an application offers side by side.',
  owner: 'organization',
  tenant: 'owner',
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'A few words about it.', max: 1000 }),
    application: text('Application', {
      about: 'Application that offers the plans.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    plans: references('Plans', {
      about: 'Plans to choose from, as owner/name, in the order in which they are shown.',
      max: 100,
      refers: { kind: 'plan', by: 'id', onDelete: 'detach' },
    }),
    trialDuration: integer('Trial', { about: 'How long one may try before paying.', max: 3650, unit: 'days' }),
    isEnabled: flag('Is enabled', { about: 'Pricing that is not enabled is offered to nobody.', initial: true }),
  },
  starts: { owner: 'built-in', displayName: 'New Pricing - {random}', trialDuration: 7, isEnabled: true },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'application', search: true, cell: 'link' },
      { field: 'plans', search: true, cell: 'tags' },
      { field: 'trialDuration', search: true },
      { field: 'isEnabled', cell: 'switch' },
    ],
  },
  form: [
    {
      title: 'Pricing',
      fields: ['owner', 'name', 'displayName', 'description', 'application', 'plans', 'trialDuration', 'isEnabled'],
    },
  ],
});

export type Pricing = z.infer<typeof pricing.schema>;
