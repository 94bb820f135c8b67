import type { Payment } from '@doorwright/crds/kinds/payment.ts';

/** What makes a paid cycle one payment. IDs of one vendor differ, whichever provider asks. Providers may get new names, and types never do. */
export const cycleKey = ({ type }: Pick<Payment, 'type'>, cycle: string): string => `${type} ${cycle}`;
