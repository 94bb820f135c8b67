import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, text } from '../field.ts';
import { paymentEventCauses, paymentEventTypes } from '../options/payment.ts';

/** One line of the timeline of a payment: a notification, an answer of the vendor, or a change. */
export const paymentEvent = defineKind({
  kind: 'PaymentEvent',
  title: 'Event of a payment',
  about: 'One line of the timeline of a payment.',
  owner: 'admin',
  tenant: 'platform',
  key: 'id',
  internal: true,
  access: {},
  lookups: [['payment', 'createdTime']],
  fields: {
    id: text('ID', { about: 'ID of the line, in the order of time.' }),
    payment: text('Payment', { about: 'Name of the payment.' }),
    type: choice('Type', paymentEventTypes, { about: 'What happened.', initial: 'changed' }),
    cause: choice('Cause', paymentEventCauses, { about: 'Cause of the event.', initial: 'person' }),
    by: text('By', { about: 'Who caused it, if it was a person.', max: 220 }),
    state: text('State', { about: 'State of the payment afterwards.' }),
    words: text('Words', { about: 'Words of the vendor or of the person.', max: 500 }),
  },
});

export type PaymentEvent = z.infer<typeof paymentEvent.schema>;
