import type { Payment } from '@doorwright/crds/kinds/payment.ts';

/** What makes a paid cycle one payment. Two providers may have the same ID. */
export const cycleKey = ({ provider }: Pick<Payment, 'provider'>, cycle: string): string => `${provider} ${cycle}`;
