import { z } from 'zod';
import { creationTime, defineKind } from '../define.ts';
import { choice, count, integer, list, moment, text } from '../field.ts';

export const deliveryStates = ['waiting', 'sent', 'dead'] as const;

const attempt = z.object({
  time: z.string().describe('When the call began.'),
  url: z.string().describe('The address, without its query.'),
  method: z.string().describe('The method of the call.'),
  status: z.int().describe('Status of the answer. 0 if there was none.'),
  duration: z.int().describe('Milliseconds until the answer.'),
  answer: z.string().describe('Beginning of the answer.'),
  problem: z.string().describe('Why the call failed, in English. Empty after a success.'),
  code: z.string().default('').describe('Code of the problem.'),
  value: z.string().default('').describe('The status of the answer, or the host that the problem names.'),
});

export type Attempt = z.infer<typeof attempt>;

/** A call of a webhook for one event, from the transaction of the event until the receiver has it. */
export const webhookDelivery = defineKind({
  kind: 'WebhookDelivery',
  title: 'Delivery',
  plural: 'webhook-deliveries',
  about: 'A call of a webhook for one event.',
  owner: 'admin',
  tenant: 'platform',
  key: 'id',
  internal: true,
  access: {},
  lookups: [
    ['webhook', 'lane', 'state', 'number'],
    ['webhook', 'createdTime'],
    ['state', 'nextTime'],
  ],
  fields: {
    createdTime: creationTime('Time'),
    id: text('ID', { about: 'ID of the message. It stays the same in every attempt.' }),
    number: count('Number', { about: 'Deliveries of one object go out in this order.' }),
    webhook: text('Webhook', {
      about: 'The webhook that is called.',
      refers: { kind: 'webhook', by: 'name', onDelete: 'cascade' },
    }),
    event: text('Event', { about: 'Name of the event.' }),
    object: text('Object', { about: 'The object of the event, as kind and owner/name.', max: 400 }),
    lane: text('Lane', {
      about: 'Deliveries of one lane go out one after the other: the object, or the record.',
      max: 400,
    }),
    record: text('Record', { about: 'Name of the record that tells the event. It has the same time.' }),
    state: choice('State', deliveryStates, {
      about: 'State of the delivery. After the last retry it is dead.',
      initial: 'waiting',
    }),
    startTime: moment('Start', { about: 'Beginning of the time in which it is tried.' }),
    nextTime: moment('Next attempt', { about: 'When it is tried next.' }),
    leaseTime: moment('Leased until', { about: 'Until when one server tries it alone.' }),
    tries: integer('Attempts', { about: 'Number of attempts since its start.' }),
    status: integer('Status', { about: 'Status of the last answer. 0 if there was none.' }),
    duration: integer('Duration', { about: 'Milliseconds of the last attempt.' }),
    problem: text('Problem', { about: 'Why the last attempt failed.', max: 300 }),
    attempts: list('Attempts', attempt, { about: 'The last attempts.', max: 40 }),
  },
});

export type WebhookDelivery = z.infer<typeof webhookDelivery.schema>;
