import type StripePackage from 'stripe';
import { type OrderRef, type RefundOrder, type RefundReport, refusedBy, type Till } from '../channel.ts';
import { askStripe, type Client } from './client.ts';
import { paymentOfInvoice } from './invoice.ts';
import { sessionOf } from './session.ts';

type Refund = StripePackage.Refund;

const states: Readonly<Record<string, RefundReport['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

const reportOf = ({ id, status, failure_reason }: Refund): RefundReport => ({
  state: states[status ?? ''] ?? 'pending',
  vendorId: id,
  message: failure_reason ?? '',
});

async function paymentOf(order: OrderRef, stripe: Client): Promise<string> {
  if (order.renewal) return paymentOfInvoice(order, stripe);
  const payment = (await sessionOf(order, stripe))?.payment_intent;
  if (!payment) throw refusedBy('Stripe has no payment for the order');
  return typeof payment === 'string' ? payment : payment.id;
}

/** Idempotency keys last a day at least. So an earlier refund of this ID is looked for, too. */
async function known(payment: string, id: string, stripe: Client): Promise<Refund | undefined> {
  for await (const each of stripe.refunds.list({ payment_intent: payment, limit: 100 }))
    if (each.metadata?.refund === id) return each;
}

export const refundByStripe = (order: OrderRef, { id, amount, reason }: RefundOrder, till: Till) =>
  askStripe(till, async (stripe) => {
    const payment_intent = await paymentOf(order, stripe);
    const metadata = { refund: id, reason: reason.slice(0, 500) };
    const made =
      (await known(payment_intent, id, stripe)) ??
      (await stripe.refunds.create({ payment_intent, amount, metadata }, { idempotencyKey: id }));
    return reportOf(made);
  });

export const askStripeForRefund = (order: OrderRef, { id, vendorId }: { id: string; vendorId: string }, till: Till) =>
  askStripe(till, async (stripe): Promise<RefundReport> => {
    const found = vendorId
      ? await stripe.refunds.retrieve(vendorId)
      : await known(await paymentOf(order, stripe), id, stripe);
    return found ? reportOf(found) : { state: 'failed', vendorId: '', message: 'Stripe does not know the refund' };
  });
