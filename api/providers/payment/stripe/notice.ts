import type StripePackage from 'stripe';
import { forged, type Notice, type Report, type Till } from '../channel.ts';
import type { RenewalNotice } from '../renewal.ts';
import { askStripe, loadStripe } from './client.ts';
import { aboutInvoice, aboutRefund, aboutSubscription } from './renewal.ts';
import { expanded, reportOf, type Session } from './report.ts';

type Event = StripePackage.Event;

const toleranceSeconds = 300;

async function eventOf({ headers, body }: Notice, { provider, now }: Till): Promise<Event> {
  const { webhooks } = await loadStripe();
  try {
    const signature = headers['stripe-signature'] ?? '';
    const secret = provider.clientSecret2;
    return webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, now.getTime());
  } catch (error) {
    throw forged((error as Error).name);
  }
}

const isTestKey = (key: string) => /^[a-z]+_test_/.test(key);

/** An endpoint of a platform gets the events of other accounts, and those of tests. */
function assertOurs({ account, livemode }: Event, { clientId, clientSecret }: Till['provider']): void {
  if (account && account !== clientId) throw forged(`the event belongs to the account ${account}`);
  if (livemode === isTestKey(clientSecret)) throw forged('the event has another mode than the key');
}

const ofOrder = (session: Session, till: Till) => (session.client_reference_id ? reportOf(session, till) : undefined);

/** An event repeats a session without its payment. What went back stands in the charge, so Stripe is asked for it. */
async function afterRefund({ payment_intent }: StripePackage.Charge, till: Till) {
  if (typeof payment_intent !== 'string') return undefined;
  const expand = expanded.map((path) => `data.${path}`);
  const { data } = await askStripe(till, (stripe) => stripe.checkout.sessions.list({ payment_intent, expand }));
  return data[0] ? ofOrder(data[0], till) : aboutRefund(payment_intent, till);
}

/** Webhook events, as docs.stripe.com/webhooks/signature and docs.stripe.com/api/events describe them (read 2026-11-29). */
export async function readStripe(notice: Notice, till: Till): Promise<Report | RenewalNotice | undefined> {
  const event = await eventOf(notice, till);
  assertOurs(event, till.provider);
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return ofOrder(event.data.object, till);
    case 'checkout.session.async_payment_failed': {
      const report = ofOrder(event.data.object, till);
      return report && { ...report, state: 'failed' };
    }
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return aboutInvoice(event.data.object);
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return aboutSubscription(event.data.object);
    case 'charge.refunded':
      return afterRefund(event.data.object, till);
    default:
      return undefined;
  }
}
