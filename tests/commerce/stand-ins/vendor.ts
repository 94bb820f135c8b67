import type { Money } from '@doorwright/crds/values/money.ts';

/** A request that a vendor sends to the address of an order. A test sends it, changes it, or sends it twice. */
export interface Notification {
  method: string;
  headers: Record<string, string>;
  /** After the `?`, or empty. */
  query: string;
  body: string;
}

/** Wrong notifications. Each is what somebody without the vendor's keys, or a replay of another order, would send. */
export const lies = [
  /** Signed with a key that is not the vendor's. */
  'other-key',
  /** The signature is missing. */
  'unsigned',
  /** The amount was changed after the signature. */
  'changed-amount',
  /** Truly signed by the vendor, but for an amount that is one unit lower. */
  'lower-amount',
  /** Truly signed, with another currency. A vendor with one currency has no such notification. */
  'other-currency',
  /** Truly signed for another merchant, as one with an account at the same vendor gets it. */
  'other-merchant',
  /** Truly signed, but hours ago. Only for vendors whose signature has a time. */
  'old',
  /** Half of the body. */
  'cut',
] as const;
export type Lie = (typeof lies)[number];

export interface Ledger {
  received: number;
  refunded: number;
}

/**
 * A vendor of payments in a test. It refuses what the vendor refuses, and signs as the vendor signs. Its file names the documents. Its
 * buyers pay by `pay`, which changes the order at the vendor only: a test sends the notifications itself.
 */
export interface Vendor {
  /** Leads requests for the vendor's hosts to the stand-in. */
  reroute: (url: URL) => URL;
  /** Fields of the provider, as add-provider takes them. */
  provider: Readonly<Record<string, unknown>>;
  /** The cert of the provider, as add-cert takes it. The test names it, and the provider too. */
  cert?: Readonly<Record<string, unknown>>;
  /** The orders that the vendor knows, by our order number, with the address that it notifies and the one that it leads buyers to. */
  orders: () => readonly { id: string; notifyUrl: string; returnUrl: string; money: Money }[];
  /** Opens the vendor's page as the buyer's browser. A vendor has it if it knows an order only after that. */
  visit?: (payUrl: string) => Promise<void>;
  /** What the buyer does on the vendor's page. It fails as the vendor's page does, for example for a closed order. */
  pay: (id: string) => Promise<void>;
  /** The vendor refuses the payment for good. */
  decline: (id: string) => Promise<void>;
  /** The true notification of the order's present state. */
  notification: (id: string) => Promise<Notification>;
  /** A wrong notification of a paid order, or undefined if the vendor has none of the sort. */
  lie: (id: string, lie: Lie) => Promise<Notification | undefined>;
  /** The vendor answers no request, until it is false again. */
  isAway: boolean;
  /** The money that the vendor took and gave back, by currency. */
  ledger: () => Readonly<Record<string, Ledger>>;
  stop: () => Promise<void>;
}
