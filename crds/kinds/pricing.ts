import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { flag, integer, references, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

/** A page with the plans of an application. */
export const pricing = defineKind({
  kind: 'Pricing',
  about: 'The plans that an application offers together.',
  owner: 'organization',
  tenant: 'owner',
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    application: text('Application', {
      about: 'Application that offers the plans.',
      refers: { kind: 'application', by: 'name', onDelete: 'detach' },
    }),
    plans: references('Plans', {
      about: 'Plans to choose from, as owner/name, in display order.',
      max: 100,
      refers: { kind: 'plan', by: 'id', onDelete: 'detach' },
    }),
    providers: references('Payment providers', {
      about: 'Names of the payment providers by which people pay for these plans.',
      max: 20,
      refers: { kind: 'provider', by: 'name', onDelete: 'refuse', having: ['category', 'Payment'] },
    }),
    trialDuration: integer('Trial', { about: 'Length of the free trial.', max: 3650, unit: 'days' }),
    isEnabled: flag('Enabled', { about: 'Disabled pricing is not offered.', initial: true }),
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
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
  },
  form: [
    {
      title: 'Pricing',
      fields: [
        'owner',
        'name',
        'displayName',
        'description',
        'application',
        'plans',
        'providers',
        'trialDuration',
        'isEnabled',
      ],
    },
  ],
});

export type Pricing = z.infer<typeof pricing.schema>;
