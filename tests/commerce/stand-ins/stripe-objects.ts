/** What Stripe keeps of an order: the session, its payment with the charge, and refunds. */
export interface Kept {
  id: string;
  order: string;
  created: number;
  expires: number;
  amount: number;
  currency: string;
  title: string;
  successUrl: string;
  metadata: Record<string, string>;
  status: 'open' | 'complete' | 'expired';
  isPaid: boolean;
  paidAt: number;
  refunds: Refund[];
  /** The period of a session that begins a subscription. */
  interval: 'month' | 'year' | undefined;
  /** The subscription and its first invoice, once the session is complete. */
  subscription?: { id: string; invoice: string };
}

export interface Refund {
  id: string;
  amount: number;
  created: number;
  metadata: Record<string, string>;
}

export const refundedOf = ({ refunds }: Kept): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

export const paymentIdOf = ({ id }: Kept): string => id.replace(/^cs_test_/, 'pi_');

export const chargeOf = (kept: Kept) => ({
  id: kept.id.replace(/^cs_test_/, 'ch_'),
  object: 'charge',
  ...{ amount: kept.amount, amount_captured: kept.amount, amount_refunded: refundedOf(kept), currency: kept.currency },
  ...{ captured: true, paid: true, refunded: refundedOf(kept) === kept.amount, created: kept.paidAt },
  ...{ livemode: false, metadata: kept.metadata, payment_intent: paymentIdOf(kept), status: 'succeeded' },
});

const paymentOf = (kept: Kept) => ({
  id: paymentIdOf(kept),
  object: 'payment_intent',
  ...{ amount: kept.amount, currency: kept.currency, livemode: false, metadata: kept.metadata },
  status: kept.isPaid ? 'succeeded' : 'requires_payment_method',
  latest_charge: kept.isPaid ? chargeOf(kept) : null,
  last_payment_error: kept.isPaid
    ? null
    : { code: 'payment_intent_payment_attempt_failed', message: 'The bank refused it.' },
});

/** The first invoice of a subscription, as a session names it or holds it. */
const invoiceOf = ({ subscription, paidAt }: Kept, isExpanded: boolean) =>
  subscription && isExpanded
    ? { id: subscription.invoice, object: 'invoice', status_transitions: { paid_at: paidAt } }
    : (subscription?.invoice ?? null);

export function sessionOf(kept: Kept, isExpanded: boolean, hasInvoice = false) {
  const isDone = kept.status === 'complete';
  return {
    id: kept.id,
    object: 'checkout.session',
    ...{ amount_subtotal: kept.amount, amount_total: kept.amount, currency: kept.currency },
    ...{ client_reference_id: kept.order, created: kept.created, expires_at: kept.expires, livemode: false },
    ...{ metadata: kept.metadata, mode: kept.interval ? 'subscription' : 'payment', status: kept.status },
    ...{ subscription: kept.subscription?.id ?? null, invoice: invoiceOf(kept, hasInvoice) },
    payment_intent: isDone && !kept.interval ? (isExpanded ? paymentOf(kept) : paymentIdOf(kept)) : null,
    payment_status: kept.isPaid ? 'paid' : 'unpaid',
    url: kept.status === 'open' ? `https://checkout.stripe.com/c/pay/${kept.id}` : null,
  };
}

export const refundOf = (kept: Kept, { id, amount, created, metadata }: Refund) => ({
  ...{ id, object: 'refund', amount, created, currency: kept.currency, metadata, status: 'succeeded' },
  ...{ charge: chargeOf(kept).id, payment_intent: paymentIdOf(kept), reason: null },
});
