import type { z } from 'zod';
import { defineKind } from '../define.ts';
import { choice, integer, moment, text } from '../field.ts';
import { refundStates } from '../options/payment.ts';
import { currencies } from '../values/currencies.ts';

/** A repayment of a payment, whole or in part. */
export const refund = defineKind({
  kind: 'Refund',
  about: 'A repayment of a payment, whole or in part.',
  owner: 'admin',
  tenant: 'organization',
  key: 'id',
  internal: true,
  access: {},
  lookups: [
    ['payment', 'createdTime'],
    ['state', 'askTime'],
  ],
  fields: {
    id: text('ID', { about: 'ID of the repayment, which the vendor knows too.' }),
    organization: text('Organization', {
      about: 'Organization of the buyer.',
      refers: { kind: 'organization', by: 'name', onDelete: 'keep' },
    }),
    payment: text('Payment', { about: 'Name of the payment.' }),
    amount: integer('Amount', { about: 'Amount in the smallest unit of the currency.', max: Number.MAX_SAFE_INTEGER }),
    currency: choice('Currency', currencies, { about: 'Currency of the amount.', initial: 'USD' }),
    reason: text('Reason', { about: 'Why the money goes back.', max: 200 }),
    state: choice('State', refundStates, { about: 'Progress of the repayment.', initial: 'pending' }),
    vendorId: text('ID at the vendor', { about: "The vendor's own ID of the repayment.", max: 200 }),
    message: text('Message', { about: "The vendor's words about a failure.", max: 500 }),
    requestedBy: text('Requested by', { about: 'Who asked for it.', max: 220 }),
    askTime: moment('Next question', { about: 'When the vendor is asked again. Empty after the end.' }),
    asked: integer('Questions', { about: 'How often the vendor was asked.' }),
    endTime: moment('End', { about: 'When it was done or failed.' }),
  },
});

export type Refund = z.infer<typeof refund.schema>;
