import { decimalOf, type Money } from '@doorwright/crds/values/money.ts';
import { type Channel, refusedBy } from './channel.ts';

/** Refuses money that the vendor would refuse, before anything is sent. */
export function assertTaken(vendor: string, { takes }: Pick<Channel, 'takes'>, { amount, currency }: Money): void {
  if (!takes({ amount, currency })) throw refusedBy(`${vendor} takes no ${decimalOf({ amount, currency })} ${currency}`);
}
