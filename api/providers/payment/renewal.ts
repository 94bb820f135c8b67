import type { Period } from '@doorwright/crds/options/periods.ts';
import type { Money } from '@doorwright/crds/values/money.ts';

export type { Period };

/** A subscription at a vendor. */
export interface RenewalRef {
  /** The vendor's own ID of it. */
  id: string;
  /** When its first period was ordered. */
  createdTime: Date;
}

/** A period that the vendor took money for. The first one is the order with which the subscription began. */
export interface Cycle {
  /** The vendor's own ID of the payment. It never changes. */
  id: string;
  paid: Money;
  time: Date;
}

/** A vendor's word about a subscription. */
export interface RenewalReport {
  /** `pastDue`: a charge has failed, and the vendor may try again. `ended`: it takes no more money. */
  state: 'active' | 'pastDue' | 'ended';
  /** When the vendor takes money next, as far as it says so. */
  nextTime: Date | undefined;
  cycles: readonly Cycle[];
}

/**
 * A true notification about a subscription. It is only a reason to ask the vendor. Each name may be empty, if the notification does not have it.
 */
export interface RenewalNotice {
  about: 'renewal';
  /** The number of our order with which it began. */
  order: string;
  /** The vendor's own ID of the subscription. */
  id: string;
  /** The paid cycle that the notification is about. */
  cycle: string;
}
