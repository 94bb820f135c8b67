import type { PaymentState } from '@doorwright/crds/options/payment.ts';
import type { Word } from '../words.ts';

const words = {
  Created: 'orderStateCreated',
  Paid: 'orderStatePaid',
  Error: 'orderStateError',
  Expired: 'orderStateExpired',
  Refunded: 'orderStateRefunded',
} as const satisfies Record<PaymentState, Word>;

export const stateWord = (state: PaymentState): Word => words[state];
