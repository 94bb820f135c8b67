import type { z } from 'zod';
import { defineKind, everyVerb } from '../define.ts';
import { choice, flag, integer, moment, references, text } from '../field.ts';
import { disabled } from '../list-definition.ts';

/** People set the first three, and orders the others. The dates say whether a subscription has begun or is over, whatever its state. */
export const subscriptionStates = ['Pending', 'Active', 'Suspended', 'Trial', 'PastDue', 'Cancelled'] as const;

/** A user's plan for a limited time. */
export const subscription = defineKind({
  kind: 'Subscription',
  about: "A user's plan for a period of time.",
  owner: 'organization',
  tenant: 'owner',
  cached: true,
  access: everyVerb('organizationAdmin'),
  lookups: [
    ['pricing', 'user'],
    ['state', 'endDate'],
  ],
  fields: {
    displayName: text('Display name', { about: 'Name shown to people.' }),
    description: text('Description', { about: 'Short description.', max: 1000 }),
    user: text('User', {
      about: 'User who has the plan, as owner/name.',
      refers: { kind: 'user', by: 'id', onDelete: 'cascade' },
    }),
    plan: text('Plan', {
      about: 'Plan that the user has, as owner/name.',
      refers: { kind: 'plan', by: 'id', onDelete: 'refuse' },
    }),
    startDate: moment('Start date', { about: 'Start of the subscription. If it is empty, the time of creation.' }),
    duration: integer('Duration', {
      about: 'Length of the subscription without an end date. 0 means no end.',
      max: 36_500,
      unit: 'days',
    }),
    endDate: moment('End date', { about: 'End of the subscription. Empty means no end.' }),
    state: choice('State', subscriptionStates, {
      about:
        'Pending waits for approval. Active is in use. Suspended was stopped. Trial is free until its end. PastDue waits for a payment. Cancelled ends at its end.',
      initial: 'Pending',
    }),
    isEnabled: flag('Enabled', {
      about: 'A disabled subscription has no effect.',
      initial: true,
    }),
    pricing: text('Pricing', {
      about: 'Pricing where the user chose the plan, as owner/name. Empty if an administrator made the subscription.',
      max: 201,
      serverSet: true,
      refers: { kind: 'pricing', by: 'id', onDelete: 'keep', loose: true },
    }),
    billingDay: integer('Day of the month', {
      about: 'Day of the month on which paid periods end.',
      max: 31,
      serverSet: true,
    }),
    trials: references('Trials', {
      about: 'Plans that the user has tried in this subscription, as owner/name.',
      serverSet: true,
      refers: { kind: 'plan', by: 'id', onDelete: 'keep', loose: true },
    }),
    nextPlan: text('Next plan', {
      about: 'Plan that follows at the end, as owner/name.',
      max: 201,
      serverSet: true,
      refers: { kind: 'plan', by: 'id', onDelete: 'refuse' },
    }),
    nextPlanTime: moment('Next plan from', {
      about: 'When the next plan begins. Empty until it is paid.',
      serverSet: true,
    }),
    renewalOrder: text('Renewed by', {
      about: 'Payment with which the service began to renew the subscription. Empty if each period is ordered.',
      serverSet: true,
      refers: { kind: 'payment', by: 'name', onDelete: 'keep', loose: true },
    }),
    renewalTime: moment('Renews on', {
      about: 'When the service takes the money of the next period.',
      serverSet: true,
    }),
    reminded: text('Reminded', { about: 'The last reminder by mail, and the end that it names.', serverSet: true }),
    endedTime: moment('Ended time', { about: 'When its end was told.', serverSet: true }),
  },
  starts: {
    owner: 'built-in',
    displayName: 'New Subscription - {random}',
    duration: 30,
    state: 'Pending',
    isEnabled: true,
  },
  list: {
    columns: [
      { field: 'owner', search: true, cell: 'link' },
      { field: 'name', search: true, cell: 'link' },
      { field: 'createdTime', cell: 'time' },
      { field: 'displayName', search: true },
      { field: 'user', search: true, cell: 'link' },
      { field: 'plan', search: true, cell: 'link' },
      { field: 'startDate', cell: 'time' },
      { field: 'endDate', cell: 'time' },
      { field: 'state', filter: subscriptionStates },
      { field: 'isEnabled', cell: 'switch', badge: disabled },
    ],
    shown: ['name', 'user', 'plan', 'state', 'endDate'],
  },
  form: [
    { title: 'Subscription', fields: ['owner', 'name', 'displayName', 'description', 'user', 'plan', 'isEnabled'] },
    { title: 'Term', fields: ['startDate', 'duration', 'endDate', 'state'] },
  ],
  state: 'state',
});

export type Subscription = z.infer<typeof subscription.schema>;
