import type { Currency } from '@doorwright/crds/values/currencies.ts';
import type StripePackage from 'stripe';
import type { Report, Till, VendorState } from '../channel.ts';

export type Session = StripePackage.Checkout.Session;

/** What a report needs beside the session: the payment, and the charge with what went back. */
export const expanded = ['payment_intent.latest_charge'];

const objectOf = <T extends object>(value: string | T | null | undefined): T | undefined =>
  typeof value === 'object' && value ? value : undefined;

function stateOf({ status, payment_status, payment_intent, amount_total }: Session, refunded = 0): VendorState {
  if (payment_status === 'paid') return refunded > 0 && refunded >= (amount_total ?? 0) ? 'refunded' : 'paid';
  if (status === 'expired') return 'closed';
  // A bank transfer or debit may fail days after the buyer finished.
  const payment = objectOf(payment_intent);
  const isOver = payment?.status === 'requires_payment_method' || payment?.status === 'canceled';
  return status === 'complete' && isOver ? 'failed' : 'open';
}

export const idOf = (value: string | { id?: string } | null | undefined): string =>
  (typeof value === 'string' ? value : value?.id) ?? '';

/** The subscription that a session has begun, and the invoice of its first period. */
function renewalOf({ subscription, invoice }: Session): Pick<Report, 'renewal'> {
  const renewal = { id: idOf(subscription), cycle: idOf(invoice) };
  return renewal.id && renewal.cycle ? { renewal } : {};
}

/** Stripe's amounts are integers of the smallest unit, as ours: our currencies have none of its exceptions (ISK, UGX). */
export function reportOf(session: Session, { provider }: Till): Report {
  const payment = objectOf(session.payment_intent);
  const isPaid = session.payment_status === 'paid';
  const refunded = isPaid ? objectOf(payment?.latest_charge)?.amount_refunded : 0;
  const currency = (session.currency ?? '').toUpperCase() as Currency;
  return {
    id: session.client_reference_id ?? '',
    vendorId: session.id,
    state: stateOf(session, refunded),
    paid: isPaid ? { amount: session.amount_total ?? 0, currency } : undefined,
    refunded,
    // A session names no account: the secret key decides it.
    merchant: provider.clientId,
    message: payment?.last_payment_error?.message ?? '',
    ...(isPaid && renewalOf(session)),
  };
}
