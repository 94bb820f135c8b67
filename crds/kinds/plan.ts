import { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, decimal, flag, integer, list, text } from '../field.ts';
import { disabled } from '../list-definition.ts';
import { currencies } from '../values/currencies.ts';
import { amountOf } from '../values/money.ts';

const prices = ['pricePerMonth', 'pricePerYear'] as const;

/** A plan that users subscribe to, with its price and the role of its subscribers. */
export const plan = defineKind({
  kind: 'Plan',
  about: 'An offer to subscribe to, with its price and the role of its subscribers.',
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  check: ({ currency, ...plan }) =>
    prices
      .filter((price) => amountOf(plan[price], currency) === undefined)
      .map((path) => ({ path, code: 'price-too-fine', params: { currency } })),
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    pricePerMonth: decimal('Price per month', { about: 'Price of one month.' }),
    pricePerYear: decimal('Price per year', { about: 'Price of one year.' }),
    currency: choice('Currency', currencies, { about: 'Currency of the prices.', initial: 'USD' }),
    role: text('Role', {
      about: 'Role of subscribers during their subscription, as owner/name.',
      refers: { kind: 'role', by: 'id', onDelete: 'detach' },
    }),
    options: list('Options', z.string().min(1).max(200), {
      about: 'Contents of the plan, one per line.',
      control: 'tags',
    }),
    seats: integer('Seats', {
      about:
        'How many people may use one subscription. Applications that ask learn it. 0 means that it does not matter.',
      max: 1_000_000,
    }),
    graceDays: integer('Grace', {
      about: 'How long the role stays after the end of a paid period that nobody has renewed.',
      max: 365,
      initial: 3,
      unit: 'days',
    }),
    isEnabled: flag('Enabled', {
      about: 'A disabled plan gives its role to nobody.',
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
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
    shown: ['name', 'displayName', 'pricePerMonth', 'currency', 'role'],
  },
  form: [
    { title: 'Plan', fields: ['owner', 'name', 'displayName', 'description', 'options', 'isEnabled'] },
    { title: 'Subscribers', fields: ['pricePerMonth', 'pricePerYear', 'currency', 'role', 'seats', 'graceDays'] },
  ],
});

export type Plan = z.infer<typeof plan.schema>;
