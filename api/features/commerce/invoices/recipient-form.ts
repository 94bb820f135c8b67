import { payment } from '@doorwright/crds/kinds/payment.ts';
import { recipientFields } from '@doorwright/crds/values/invoice/recipient.ts';

const chosen = Object.fromEntries(recipientFields.map((field) => [field, true])) as Record<
  (typeof recipientFields)[number],
  true
>;

/** The part of a payment that its buyer writes. */
export const recipientForm = payment.schema.pick(chosen);
