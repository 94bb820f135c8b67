import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { text } from '../field.ts';

/** A payment about which we and its vendor differ. It goes when both agree again. */
export const paymentDifference = defineKind({
  kind: 'PaymentDifference',
  title: 'Difference of a payment',
  about: 'A payment about which this installation and its payment service differ.',
  owner: 'admin',
  tenant: 'platform',
  key: 'id',
  internal: true,
  access: {},
  fields: {
    id: text('ID', { about: 'Name of the payment.' }),
    provider: text('Provider', { about: 'Provider of the payment.' }),
    day: text('Day', { about: 'The day of the comparison, in UTC.' }),
    words: text('Words', { about: 'What differs.', max: 500 }),
  },
});

export type PaymentDifference = z.infer<typeof paymentDifference.schema>;
