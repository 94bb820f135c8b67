import type { Currency } from '@doorwright/crds/options/currencies.ts';
import { startStripe } from '../stand-ins/stripe.ts';
import type { Vendor } from '../stand-ins/vendor.ts';

export interface Row {
  type: string;
  /** A currency that the vendor takes. */
  currency: Currency;
  start: (options: { now: () => Date }) => Promise<Vendor>;
}

/** Every vendor whose payments go through a stand-in. */
export const vendors: readonly Row[] = [{ type: 'Stripe', currency: 'USD', start: startStripe }];
