import { recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import { payment } from '@doorwright/crds/kinds/payment.ts';

const chosen = Object.fromEntries(recipientFields.map((field) => [field, true])) as Record<
  (typeof recipientFields)[number],
  true
>;

/** The part of a payment that its buyer writes. */
export const recipientForm = payment.schema.pick(chosen);
