import { z } from 'zod';
import { forged, type Notice, type Report, type Till } from '../channel.ts';
import { shaped } from '../reach.ts';
import type { RenewalNotice } from '../renewal.ts';
import { ask } from './gateway.ts';
import { moneyOf } from './money.ts';
import { captureForm, orderForm, pathOf, reportOf, stateOf } from './order.ts';
import { subscriptionForm } from './subscription.ts';

/** PayPal repeats a notification for three days. A late repetition is not needed: orders are asked for. */
const toleranceMs = 60 * 60_000;

const eventForm = z.object({ event_type: z.string(), resource_type: z.string().default(''), resource: z.unknown() });
const related = z.object({ supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }) });
const linked = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) });

function eventOf(text: string) {
  try {
    return eventForm.parse(JSON.parse(text));
  } catch {
    throw forged('the notification is no event');
  }
}

/** The headers, in the words of the question. */
function signatureOf({ headers }: Notice) {
  const names = { transmission_id: '', transmission_time: '', transmission_sig: '', cert_url: '', auth_algo: '' };
  return Object.fromEntries(
    Object.keys(names).map((name) => {
      const value = headers[`paypal-${name.replace('_', '-')}`];
      if (typeof value !== 'string' || !value) throw forged(`the notification has no ${name}`);
      return [name, value];
    }),
  ) as typeof names;
}

/** PayPal itself judges the signature, with its own certificates. It needs the event as it came, byte by byte. */
async function assertSigned(notice: Notice, till: Till): Promise<void> {
  const signature = signatureOf(notice);
  const age = till.now.getTime() - Date.parse(signature.transmission_time);
  if (!(Math.abs(age) <= toleranceMs)) throw forged('the notification is old');
  const question = JSON.stringify({ ...signature, webhook_id: till.provider.clientId2 });
  const body = `${question.slice(0, -1)},"webhook_event":${notice.body.toString()}}`;
  const path = '/v1/notifications/verify-webhook-signature';
  const { verification_status } = await ask(till, { path, body }, z.object({ verification_status: z.string() }));
  if (verification_status !== 'SUCCESS') throw forged('PayPal has not signed the notification');
}

const told = <S extends z.ZodType>(schema: S, resource: unknown): z.output<S> =>
  shaped(schema, JSON.stringify(resource), "PayPal's event");

const sale = z.object({ billing_agreement_id: z.string().default(''), custom: z.string().default('') });
const refundedSale = z.object({ sale_id: z.string().default('') });

const aboutRenewal = (more: Partial<RenewalNotice>): RenewalNotice => ({
  ...{ about: 'renewal', order: '', id: '', cycle: '' },
  ...more,
});

/** Payments of subscriptions are still called sales in events. A sale of something else has no agreement. */
function renewalNotice(event: string, resource: unknown): RenewalNotice | undefined {
  if (event.startsWith('BILLING.SUBSCRIPTION.')) {
    const { id, custom_id } = told(subscriptionForm, resource);
    return aboutRenewal({ id, order: custom_id });
  }
  if (event === 'PAYMENT.SALE.REFUNDED' || event === 'PAYMENT.SALE.REVERSED') {
    const { sale_id: cycle } = told(refundedSale, resource);
    return cycle ? aboutRenewal({ cycle }) : undefined;
  }
  const { billing_agreement_id: id, custom: order } = told(sale, resource);
  return id ? aboutRenewal({ id, order }) : undefined;
}

const orderIdOf = (resource: unknown): string =>
  related.safeParse(resource).data?.supplementary_data.related_ids.order_id ?? '';

/** A capture names our order by `custom_id`. What went back of it stands elsewhere. */
function captureReport(resource: unknown, { provider }: Till): Report | undefined {
  const capture = told(captureForm, resource);
  if (!capture.custom_id) return undefined;
  const state = stateOf(capture);
  const isPaid = state === 'paid' || state === 'refunded';
  return {
    ...{ id: capture.custom_id, vendorId: orderIdOf(resource), state, refunded: isPaid ? undefined : 0 },
    paid: isPaid ? moneyOf(capture.amount) : undefined,
    ...{ merchant: provider.clientId, message: capture.status_details.reason },
  };
}

/** A refund names its capture by a link. */
async function refundReport(resource: unknown, till: Till): Promise<Report | undefined> {
  const up = told(linked, resource).links.find(({ rel }) => rel === 'up')?.href ?? '';
  const [path] = /\/v2\/payments\/captures\/\w+$/.exec(up) ?? [];
  if (!path) return undefined;
  const orderId = orderIdOf(await ask(till, { path }, z.unknown()));
  return orderId ? reportOf(await ask(till, { path: pathOf(orderId) }, orderForm), till) : undefined;
}

/** Webhook events, as developer.paypal.com/api/rest/webhooks describes them (read 2026-11-29). */
export async function readPayPal(notice: Notice, till: Till): Promise<Report | RenewalNotice | undefined> {
  const { event_type, resource_type, resource } = eventOf(notice.body.toString());
  await assertSigned(notice, till);
  if (/^(BILLING\.SUBSCRIPTION|PAYMENT\.SALE)\./.test(event_type)) return renewalNotice(event_type, resource);
  if (event_type === 'CHECKOUT.ORDER.APPROVED') return reportOf(told(orderForm, resource), till);
  if (!event_type.startsWith('PAYMENT.CAPTURE.')) return undefined;
  return resource_type === 'refund' ? refundReport(resource, till) : captureReport(resource, till);
}
