import type { Cert } from '@doorwright/crds/kinds/cert.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { Currency } from '@doorwright/crds/values/currencies.ts';
import { decimalOf, type Money } from '@doorwright/crds/values/money.ts';
import type { EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import type { Period, RenewalNotice, RenewalRef, RenewalReport } from './renewal.ts';

/** What a channel needs for every call. Keys belong to the provider's row, never to the process. */
export interface Till {
  provider: Provider;
  /** The cert of the provider, with its private key, if the provider names one. */
  cert: Cert | undefined;
  /** The way to the vendor. No other way is allowed. */
  way: EgressClient;
  now: Date;
}

/** An order that the vendor knows, or soon will. */
export interface OrderRef extends Money {
  /** The name of the payment, and the order number at the vendor: 23 characters of digits, letters and underscores. */
  id: string;
  /** The vendor's own ID, as far as it is known. */
  vendorId: string;
  /** When the order was placed. */
  createdTime: Date;
  /** Nobody can pay after this time. */
  expireTime: Date;
  /** The first period of a subscription at the vendor, or a later one that the vendor took by itself. An order that is paid once has none. */
  renewal?: 'first' | 'later';
}

/** Where the buyer is: at a desk, on a phone, or in the browser of WeChat. */
export type Device = 'desktop' | 'phone' | 'wechat';

/** An order that a buyer places. */
export interface NewOrder extends OrderRef {
  title: string;
  detail: string;
  productName: string;
  buyer: {
    /** The ID of the user, which never changes. */
    id: string;
    name: string;
    address: string;
    device: Device;
    /** The user's ID at the official account of the merchant, if the user has signed in by it. */
    openId: string;
    language: string;
  };
  /** The page with the result of the order. */
  returnUrl: string;
  /** The address that the vendor notifies. */
  notifyUrl: string;
}

/** How the buyer pays. Exactly one of the three has a value. */
export interface Start {
  /** The vendor's page, or empty. */
  payUrl: string;
  /** The text of a QR code that our page draws. */
  qrText: string;
  /** The parameters for the vendor's script in the browser of its app. */
  script: Readonly<Record<string, string>> | undefined;
  /** The vendor's own ID of the order, or empty. */
  vendorId: string;
  /** The vendor's own ID of the subscription, if it knows one already. */
  renewalId?: string;
}

/** What became of an order at the vendor. */
export type VendorState =
  /** Nobody has paid yet. */
  | 'open'
  | 'paid'
  /** The vendor has refused the payment, and the order takes no other. */
  | 'failed'
  /** The time is over, or somebody closed the order. */
  | 'closed'
  /** All of the money went back. */
  | 'refunded';

/** The vendor's word about an order. Each fact must equal ours before it counts. */
export interface Report {
  /** The order number, as we gave it. */
  id: string;
  vendorId: string;
  state: VendorState;
  /** What was paid. Undefined while nothing was. */
  paid: Money | undefined;
  /** What went back, in the smallest unit of the currency. Undefined if the vendor does not say it together with the order. */
  refunded: number | undefined;
  /** The merchant at the vendor who got the money, as the provider's `clientId` names it. */
  merchant: string;
  /** The vendor's words about a failure. */
  message: string;
  /** The subscription that a paid first period has begun, and its first cycle. */
  renewal?: { id: string; cycle: string };
}

/** A request of the vendor, as it came. */
export interface Notice {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
  /** The bytes that were signed. */
  body: Buffer;
}

/** An answer to the vendor. */
export interface Reply {
  status: number;
  type: string;
  body: string;
}

/** A repayment. Its ID makes a second try the same repayment. */
export interface RefundOrder {
  /** At most 32 characters of digits, letters and underscores. */
  id: string;
  amount: number;
  reason: string;
  notifyUrl: string;
}

export interface RefundReport {
  state: 'done' | 'pending' | 'failed';
  vendorId: string;
  message: string;
}

/** The person or organization that an invoice is for, as the buyer wrote it. */
export type InvoicePerson = Pick<
  Payment,
  'personName' | 'personIdCard' | 'personEmail' | 'personPhone' | 'invoiceType' | 'invoiceTitle' | 'invoiceTaxId'
>;

/** The address of an invoice. A pending one comes later, and the vendor says so in its own words. */
export type Invoice = { url: string } | { pending: string };

/** The subscriptions of a vendor, which takes the money of each period by itself. */
export interface Renewal {
  /** Tells the vendor of a first period with which the later ones begin. */
  begin: (order: NewOrder & { period: Period }, till: Till) => Promise<Start>;
  /** Asks for the state of a subscription and all cycles that were paid. */
  ask: (ref: RenewalRef, till: Till) => Promise<RenewalReport>;
  /** Makes the vendor take no more money. A second time changes nothing. */
  cancel: (ref: RenewalRef, till: Till) => Promise<void>;
}

/** A vendor of payments. Every function throws a Refusal by `refusedBy` if the vendor refuses. */
export interface Channel {
  /** The currencies that the vendor takes. Without it, it takes all that it knows. An order in another one is never begun. */
  currencies?: readonly Currency[];
  /** The amounts that it takes of these, if it has rules of its own, for example on decimal places. */
  takes?: (money: Money) => boolean;
  /**
   * False says that the vendor answers no question about an order, and closes none. Then `ask` reports `open`, `close` reports `closed`, and
   * only a verified notification is proof. Nothing is paid by a notification alone at any other vendor.
   */
  canBeAsked?: false;
  begin: (order: NewOrder, till: Till) => Promise<Start>;
  /**
   * Judges a notification: signature, merchant, time. Undefined means that a true notification says nothing about an order's payment. A
   * false one is a Refusal by `forged`.
   */
  read: (notice: Notice, till: Till) => Promise<Report | RenewalNotice | undefined>;
  /** What the vendor expects after a notification, so that it does or does not send it again. */
  replies: { taken: Reply; refused: Reply };
  /** Asks for the state of an order. An order that the vendor does not know yet is open. */
  ask: (order: OrderRef, till: Till) => Promise<Report>;
  /** Makes the vendor take no more money for the order. It answers the state after that, because somebody may have paid before. */
  close: (order: OrderRef, till: Till) => Promise<Report>;
  /** A vendor without both gives no money back through its protocol. */
  refund?: (order: OrderRef, refund: RefundOrder, till: Till) => Promise<RefundReport>;
  askRefund?: (order: OrderRef, refund: RefundOrder & { vendorId: string }, till: Till) => Promise<RefundReport>;
  /** Without it, each period is an order that a person places. */
  renewal?: Renewal;
  /** Every paid order of a day (UTC), as far as the vendor lists them. Without it, each order is asked for. */
  paidOn?: (day: Date, till: Till) => AsyncIterable<Report>;
  /** Issues the electronic invoice of a paid order. Without it, the vendor issues none. */
  invoice?: (order: OrderRef, person: InvoicePerson, till: Till) => Promise<Invoice>;
}

const cleaned = (words: string) =>
  words
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed();

/** The refusal of a vendor, with its own code and words. */
export function refusedBy(words: string, cause?: unknown): Refusal {
  const problem = cleaned(words);
  return new Refusal('payment-channel-failed', { problem }, { why: problem, cause });
}

/** Refuses money that the channel does not take. The engine calls it before anything is stored or sent. */
export function assertTaken(
  { currencies, takes }: Pick<Channel, 'currencies' | 'takes'>,
  { amount, currency }: Money,
  { type }: Provider,
): void {
  if (currencies && !currencies.includes(currency)) throw new Refusal('payment-currency-refused', { type, currency });
  if (takes && !takes({ amount, currency }))
    throw new Refusal('payment-amount-refused', { type, amount: decimalOf({ amount, currency }), currency });
}

/** A notification that its vendor did not send, or not now. The words are for the record: a stranger learns nothing. */
export const forged = (why: string): Refusal => new Refusal('payment-notice-refused', {}, { why: cleaned(why) });
