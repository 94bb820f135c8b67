import { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, decimal, flag, list, text } from '../field.ts';
import { currencies } from './product.ts';

/** A plan that users subscribe to, with its price and the role of its subscribers. */
export const plan = defineKind({
  kind: 'Plan',
  about: 'What one subscribes to: what it costs, and the role that its subscribers have.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'A few words about it.', max: 1000 }),
    pricePerMonth: decimal('Price per month', { about: 'What a month costs.' }),
    pricePerYear: decimal('Price per year', { about: 'What a year costs.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the prices.', initial: 'USD' }),
    role: text('Role', {
      about: 'Role that subscribers have as long as their subscription runs, as owner/name.',
      refers: { kind: 'role', by: 'id', onDelete: 'detach' },
    }),
    options: list('Options', z.string().min(1).max(200), {
      about: 'What it comprises, one line each.',
      control: 'tags',
    }),
    isEnabled: flag('Is enabled', {
      about: 'A plan that is not enabled gives nobody its role.',
      initial: true,
    }),
  },
  starts: {
    owner: 'built-in',
    displayName: 'New Plan - {random}',
    currency: 'USD',
    isEnabled: true,
  },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'pricePerMonth', search: true },
      { field: 'pricePerYear', search: true },
      { field: 'currency', filter: currencies },
      { field: 'role', search: true, cell: 'link' },
      { field: 'isEnabled', cell: 'switch' },
    ],
  },
  form: [
    { title: 'Plan', fields: ['owner', 'name', 'displayName', 'description', 'options', 'isEnabled'] },
    { title: 'Subscribers', fields: ['pricePerMonth', 'pricePerYear', 'currency', 'role'] },
  ],
});

export type Plan = z.infer<typeof plan.schema>;
