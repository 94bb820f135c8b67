import type { Row } from '@doorwright/crds';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';

/** What accounting needs of a payment. Amounts have all places of their currency. */
const names = [
  ...['name', 'createdTime', 'paidTime', 'organization', 'user', 'productName', 'productDisplayName'],
  ...['provider', 'type', 'vendorId', 'currency', 'price', 'refunded', 'state', 'isByHand', 'confirmation', 'message'],
];

function of(row: Row): Row {
  const { amount, refundedAmount, currency } = row as unknown as Payment;
  return {
    ...row,
    price: decimalOf({ amount, currency }),
    refunded: decimalOf({ amount: refundedAmount, currency }),
  };
}

export const exportLine = { names, of };
