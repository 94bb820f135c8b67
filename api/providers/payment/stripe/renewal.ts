import type StripePackage from 'stripe';
import { Refusal } from '../../../core/errors.ts';
import type { Renewal, Till } from '../channel.ts';
import type { Cycle, RenewalNotice, RenewalRef, RenewalReport } from '../renewal.ts';
import { askStripe } from './client.ts';
import { paidOf } from './invoice.ts';
import { idOf } from './report.ts';

type Invoice = StripePackage.Invoice;
type Subscription = StripePackage.Subscription;

/** Every other state waits for money, and Stripe may try again. */
const states: Readonly<Record<string, RenewalReport['state']>> = {
  active: 'active',
  trialing: 'active',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

const timeOf = (seconds: number) => new Date(seconds * 1000);

/** Somebody may have ended it at Stripe for the end of its period: then it takes no more money either. */
const stateOf = ({ status, cancel_at_period_end }: Subscription): RenewalReport['state'] =>
  cancel_at_period_end ? 'ended' : (states[status] ?? 'pastDue');

/** Other invoices of a subscription are an administrator's own, for example after a change at Stripe. */
const reasons: readonly (string | null)[] = ['subscription_create', 'subscription_cycle'];

async function cyclesOf(subscription: string, till: Till): Promise<Cycle[]> {
  const cycles: Cycle[] = [];
  await askStripe(till, async ({ invoices }) => {
    for await (const invoice of invoices.list({ subscription, status: 'paid', limit: 100 })) {
      const { id, billing_reason, amount_paid, status_transitions, created } = invoice;
      if (!reasons.includes(billing_reason) || amount_paid <= 0) continue;
      cycles.push({ id, paid: paidOf(invoice), time: timeOf(status_transitions.paid_at ?? created) });
    }
  });
  return cycles;
}

const fetch = ({ id }: RenewalRef, till: Till): Promise<Subscription> =>
  askStripe(till, ({ subscriptions }) => subscriptions.retrieve(id));

async function ask(ref: RenewalRef, till: Till): Promise<RenewalReport> {
  const subscription = await fetch(ref, till);
  const end = subscription.items.data[0]?.current_period_end;
  const state = stateOf(subscription);
  return { state, nextTime: end ? timeOf(end) : undefined, cycles: await cyclesOf(ref.id, till) };
}

/** Ends a subscription at once, without any last invoice. The paid time is ours to keep. Stripe refuses a second time, so its state decides. */
async function cancel(ref: RenewalRef, till: Till): Promise<void> {
  try {
    const quietly = { invoice_now: false, prorate: false };
    await askStripe(till, ({ subscriptions }) => subscriptions.cancel(ref.id, quietly));
  } catch (error) {
    if (!(error instanceof Refusal) || (await fetch(ref, till)).status !== 'canceled') throw error;
  }
}

/** Subscriptions, invoices and their payments, as docs.stripe.com/api describes them for version 2026-10-28 (read 2026-11-29). */
export const stripeRenewal: Pick<Renewal, 'ask' | 'cancel'> = { ask, cancel };

const notice = (more: Partial<RenewalNotice>): RenewalNotice => ({
  ...{ about: 'renewal', order: '', id: '', cycle: '' },
  ...more,
});

/** What an event about a subscription says. The order is in the metadata that we gave it. */
export const aboutSubscription = ({ id, metadata }: Subscription): RenewalNotice =>
  notice({ id, order: metadata.order ?? '' });

export function aboutInvoice({ parent }: Invoice): RenewalNotice | undefined {
  const details = parent?.subscription_details;
  return details ? notice({ id: idOf(details.subscription), order: details.metadata?.order ?? '' }) : undefined;
}

/** A payment of an invoice, of which something went back. */
export async function aboutRefund(payment_intent: string, till: Till): Promise<RenewalNotice | undefined> {
  const payment = { type: 'payment_intent', payment_intent } as const;
  const { data } = await askStripe(till, ({ invoicePayments }) => invoicePayments.list({ payment, limit: 1 }));
  return data[0] && notice({ cycle: idOf(data[0].invoice) });
}
