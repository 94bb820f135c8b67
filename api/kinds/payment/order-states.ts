import type { PaymentState } from '@doorwright/crds/options/payment.ts';

/**
 * The changes that vendors and the clock cause. Money that arrives after the end of an order has arrived: it is Paid late, and administrators
 * decide about a refund. A person may set every state by hand.
 */
const next: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  Created: ['Paid', 'Error', 'Expired'],
  Error: ['Paid'],
  Expired: ['Paid'],
  Paid: ['Refunded'],
  Refunded: [],
};

export const mayFollow = (from: PaymentState, to: PaymentState): boolean => next[from].includes(to);

/** An order in one of these states has a piece of the stock. */
export const holdsPiece = (state: PaymentState): boolean => state === 'Created' || state === 'Paid';
